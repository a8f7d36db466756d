import type { HelpQuestion } from '#/shared/api/types';

/** Key of the choice that shows the questions of all categories (rule help-search). */
export const allCategories = 'all';

/** The largest number of answers that the live chat gives to one question. */
const maxAnswers = 2;

/**
 * Points for each typed word that occurs in a question of Help & Support, or in its answer. A question with
 * fewer than `least` points is not offered.
 */
const matchPoints = { question: 3, answer: 1, least: 1 };

/** Words that say nothing about the topic of a question. */
const fillerWords = new Set(
  (
    'a about after all am an and any are as at be been but by can cannot could did do does for from get ' +
    'had has have hello help hey hi how i if in into is it its me more must my need no not of on or our ' +
    'out please should so some tell that the their them then there they this to want was we were what ' +
    'when where which who why will with would you your'
  ).split(' '),
);

/** Lower case without accents. */
function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function wordsOf(text: string): string[] {
  return withoutAccents(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The questions of a category that contain every typed word (rule help-search). */
export function filterQuestions(
  questions: readonly HelpQuestion[],
  category: string,
  typed: string,
): HelpQuestion[] {
  const words = wordsOf(typed);
  return questions.filter((one) => {
    const text = withoutAccents(`${one.question} ${one.answer}`);
    const hasAllWords = words.every((word) => text.includes(word));
    return hasAllWords && (category === allCategories || category === one.category);
  });
}

/**
 * True if two words are equal. Also true for words such as 'refund' and 'refunds': the longer word begins with
 * the shorter one and has at most three letters more. The shorter word has at least four letters.
 */
function areWordsAlike(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short === long) return true;
  return short.length >= 4 && long.length - short.length <= 3 && long.startsWith(short);
}

/**
 * The questions of Help & Support that match a typed question best, at most two (rule help-chat). Fillers get
 * no points. A question with less than half of the best one's points is left out.
 */
export function findAnswers(questions: readonly HelpQuestion[], typed: string): HelpQuestion[] {
  const topicWords = new Set(wordsOf(typed).filter((word) => !fillerWords.has(word)));
  const ratedQuestions = questions.map((question) => {
    const [asked, answered] = [wordsOf(question.question), wordsOf(question.answer)];
    let score = 0;
    for (const word of topicWords) {
      if (asked.some((other) => areWordsAlike(word, other))) score += matchPoints.question;
      if (answered.some((other) => areWordsAlike(word, other))) score += matchPoints.answer;
    }
    return { one: question, score };
  });
  const bestScore = Math.max(0, ...ratedQuestions.map(({ score }) => score));
  return ratedQuestions
    .filter(({ score }) => score >= matchPoints.least && score * 2 >= bestScore)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxAnswers)
    .map(({ one }) => one);
}
