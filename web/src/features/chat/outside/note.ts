import type { Schemas } from '#/shared/api/types';

/** A note of the service about a reply (rule chat-step-outside). */
export type Note = Schemas['StepOutsideOutBody'];

/**
 * An entry in the list of sources. `text` is what the source says; empty if the note already contains these
 * words.
 */
export interface SourceLine {
  text: string;
  source: string;
  address: string;
}

/** The sources of a note, each once. */
export function sourceLines({ content, sources }: Note): SourceLine[] {
  const lines: SourceLine[] = [];
  for (const { text, source, address } of sources) {
    const line = { text: content.includes(text) ? '' : text, source, address };
    if (!lines.some((one) => one.text === line.text && one.source === source)) lines.push(line);
  }
  return lines;
}

/** The paragraphs of a note. */
export function paragraphsOf({ content }: Note): string[] {
  return content.split('\n\n').filter((text) => text !== '');
}
