import { sentencesOf, spokenText } from './spoken-text';

/** The index at which markup begins that is not closed in the line; the line's length if there is none. */
function openMarkupIndex(line: string): number {
  const text = line.replace(/^(\s*)([*-])(?=\s)/, '$1 ');
  const ends = [text.length];
  if (((text.match(/\*+/g) ?? []).length & 1) === 1) ends.push(text.indexOf('*'));
  if (((text.match(/_+/g) ?? []).length & 1) === 1) ends.push(text.indexOf('_'));
  const bracket = text.lastIndexOf('[');
  if (bracket >= 0 && !/^\[[^\]]*\](\([^)\s]*\)|[^(])/.test(text.slice(bracket)))
    ends.push(bracket);
  return Math.min(...ends);
}

/** The part of a growing text whose markup is closed. */
function closedPart(markdown: string): string {
  const fences = [...markdown.matchAll(/```/g)];
  const text = (fences.length & 1) === 1 ? markdown.slice(0, fences.at(-1)?.index) : markdown;
  const line = text.lastIndexOf('\n') + 1;
  return text.slice(0, line + openMarkupIndex(text.slice(line)));
}

/**
 * The sentences of a growing text that are finished: all but the last one, which may still grow. The
 * sentences of the whole text begin with these (rule voice-speak-replies).
 */
export function finishedSentences(markdown: string): string[] {
  return sentencesOf(spokenText(closedPart(markdown))).slice(0, -1);
}
