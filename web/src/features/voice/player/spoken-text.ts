import { plainText } from '#/shared/format/plain-text';

/** Longest text of one utterance, in UTF-16 code units. Chromium goes silent in longer ones. */
const maxUtteranceLength = 200;

/** A stage direction: a phrase in asterisks that begins with a small letter and ends its sentence or line. */
const stageDirectionPattern = /(^|[\s"“])\*(?!\*)(\p{Ll}[^*\n]*)\*(?=$|[\s.,;:!?"”])/gmu;
const codeBlockPattern = /```[\s\S]*?(```|$)/g;
const linkPattern = /\[([^\]]*)\]\([^)\s]*\)/g;
const addressPattern = /\b(https?:\/\/|www\.)\S+/g;
const pictographPattern = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{fe0f}|\u{200d}/gu;

/**
 * True if words in asterisks are between sentences, as a stage direction is. Emphasised words are
 * inside a sentence.
 */
function isStageDirection(before: string, after: string): boolean {
  return /(^|[.!?…"”\n])\s*$/.test(before) && /^\s*($|["“\p{Lu}\n])/u.test(after);
}

function withoutStageDirections(text: string): string {
  return text.replace(stageDirectionPattern, (match, lead: string, words: string, at: number) => {
    const textBefore = text.slice(0, at + lead.length);
    const textAfter = text.slice(at + match.length);
    return isStageDirection(textBefore, textAfter) ? lead : `${lead}${words}`;
  });
}

/**
 * What is read aloud of a reply: no markup, stage directions, code, links or pictographs (rule
 * voice-spoken-text).
 */
export function spokenText(markdown: string): string {
  return plainText(
    withoutStageDirections(markdown.replace(codeBlockPattern, ' '))
      .replace(linkPattern, '$1')
      .replace(addressPattern, ' ')
      .replace(pictographPattern, '')
      .replace(/(^|[^\p{L}\p{N}_])_{1,2}(?=\S)/gu, '$1')
      .replace(/_{1,2}(?=[^\p{L}\p{N}_]|$)/gu, ''),
  );
}

/** The sentences of a text. */
export function sentencesOf(text: string): string[] {
  const foundSentences = text.match(/[^.!?…。！？]+[.!?…。！？]*["”’)]*\s*/g) ?? [];
  return foundSentences.map((sentence) => sentence.trim()).filter((sentence) => sentence !== '');
}

/** Cuts a text into utterances, at the ends of sentences or, in long ones, between words. */
export function cutIntoUtterances(text: string): string[] {
  const out: string[] = [];
  for (const sentence of sentencesOf(text)) {
    let restOfSentence = sentence;
    while (restOfSentence.length > maxUtteranceLength) {
      const spaceIndex = restOfSentence.lastIndexOf(' ', maxUtteranceLength);
      const at = spaceIndex > 0 ? spaceIndex : maxUtteranceLength;
      out.push(restOfSentence.slice(0, at));
      restOfSentence = restOfSentence.slice(at).trim();
    }
    if (restOfSentence !== '') out.push(restOfSentence);
  }
  return out;
}
