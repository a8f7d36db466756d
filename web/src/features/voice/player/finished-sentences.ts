import { sentencesOf, spokenText } from './spoken-text';

/**
 * The index of the first markup that the line does not close. If all markup is closed, the length
 * of the line.
 */
function openMarkupIndex(line: string): number {
  const text = line.replace(/^(\s*)([*-])(?=\s)/, '$1 ');
  const endIndexes = [text.length];
  if (((text.match(/\*+/g) ?? []).length & 1) === 1) endIndexes.push(text.indexOf('*'));
  if (((text.match(/_+/g) ?? []).length & 1) === 1) endIndexes.push(text.indexOf('_'));
  const bracketIndex = text.lastIndexOf('[');
  if (bracketIndex >= 0 && !/^\[[^\]]*\](\([^)\s]*\)|[^(])/.test(text.slice(bracketIndex)))
    endIndexes.push(bracketIndex);
  return Math.min(...endIndexes);
}

/** The part of a growing text whose markup is closed. */
function textWithClosedMarkup(markdown: string): string {
  const fences = [...markdown.matchAll(/```/g)];
  const text = (fences.length & 1) === 1 ? markdown.slice(0, fences.at(-1)?.index) : markdown;
  const lineStart = text.lastIndexOf('\n') + 1;
  return text.slice(0, lineStart + openMarkupIndex(text.slice(lineStart)));
}

/**
 * The sentences of a growing text that are finished: all but the last one, which may still grow. The
 * sentences of the whole text begin with these (rule voice-speak-replies).
 */
export function finishedSentences(markdown: string): string[] {
  return sentencesOf(spokenText(textWithClosedMarkup(markdown))).slice(0, -1);
}
