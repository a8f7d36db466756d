import { createStore } from 'zustand';
import { readTabJson, writeTabJson } from '#/shared/browser/storage';
import { isRecord } from '#/shared/lib/is-record';

/**
 * An unsent text. `to` is the name of the user whom the text answers; empty if it answers nobody.
 */
interface KeptDraft {
  text: string;
  to: string;
}

type KeptDrafts = Readonly<Record<string, KeptDraft>>;

/**
 * The draft that was dropped last. Each drop stores a new object, so that subscribers also run if a
 * draft is dropped twice.
 */
const lastDroppedDraftStore = createStore<{ lastDropped: { key: string } | null }>()(() => ({
  lastDropped: null,
}));

function isDraft(value: unknown): value is KeptDraft {
  return isRecord(value) && typeof value['text'] === 'string' && typeof value['to'] === 'string';
}

function isDrafts(value: unknown): value is KeptDrafts {
  return isRecord(value) && Object.values(value).every(isDraft);
}

function readAllDrafts(): KeptDrafts {
  return readTabJson('comment_drafts', isDrafts) ?? {};
}

/** Key of the draft of a comment on a character, or of a reply to the comment `parent`. */
export function commentDraftKey(character: string, parent: string | null): string {
  return `${character} ${parent ?? ''}`;
}

/** Key of the draft of a report. */
export function reportDraftKey(comment: string): string {
  return `report ${comment}`;
}

/** The stored draft; null if there is none. */
export function readDraft(key: string): KeptDraft | null {
  return readAllDrafts()[key] ?? null;
}

/**
 * Stores a text so that it survives a change of layout, a closed drawer and a reload (rule
 * comments-drafts). Blank text is deleted.
 */
export function keepDraft(key: string, text: string, to = ''): void {
  const { [key]: _, ...others } = readAllDrafts();
  writeTabJson('comment_drafts', text.trim() === '' ? others : { ...others, [key]: { text, to } });
}

/** Deletes a draft that was sent or cancelled, and calls the listeners of its key. */
export function dropDraft(key: string): void {
  keepDraft(key, '');
  lastDroppedDraftStore.setState({ lastDropped: { key } });
}

/** Calls `listener` when the draft of `key` is dropped. Call the result to stop. */
export function onDraftDropped(key: string, listener: () => void): () => void {
  return lastDroppedDraftStore.subscribe(({ lastDropped: last }) => {
    if (last?.key === key) listener();
  });
}
