import { sentencesOf, spokenText } from './spoken-text';

/** Where a construct begins that the rest of a line may still close; the length if there is none. */
function openFrom(line: string): number {
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
  return text.slice(0, line + openFrom(text.slice(line)));
}

/**
 * The sentences of a growing text that are finished: all but the last one, which may still grow. They
 * are those that the whole text begins with.
 */
export function finishedSentences(markdown: string): string[] {
  return sentencesOf(spokenText(closedPart(markdown))).slice(0, -1);
}
