import type { Schemas } from '#/shared/api/types';

/** A note of the service about a reply (rule chat-step-outside). */
export type Note = Schemas['StepOutsideOutBody'];

/**
 * An entry in the list of sources. `text` is what the source says; empty if the note already contains these
 * words.
 */
export interface SourceEntry {
  text: string;
  source: string;
  address: string;
}

/** The sources of a note, each once. */
export function sourceEntries({ content, sources }: Note): SourceEntry[] {
  const entries: SourceEntry[] = [];
  for (const { text, source, address } of sources) {
    const entry = { text: content.includes(text) ? '' : text, source, address };
    if (!entries.some((one) => one.text === entry.text && one.source === source))
      entries.push(entry);
  }
  return entries;
}

/** The paragraphs of a note. */
export function paragraphsOf({ content }: Note): string[] {
  return content.split('\n\n').filter((text) => text !== '');
}
