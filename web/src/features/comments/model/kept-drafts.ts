import { readTabJson, writeTabJson } from '#/shared/browser/storage';

/** What somebody has written and not yet sent, and whom it answers; nobody is ''. */
interface KeptDraft {
  text: string;
  to: string;
}

type KeptDrafts = Readonly<Record<string, KeptDraft>>;

const listeners = new Set<(key: string) => void>();

function isDraft(value: unknown): value is KeptDraft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'text' in value &&
    'to' in value &&
    typeof value.text === 'string' &&
    typeof value.to === 'string'
  );
}

function isDrafts(value: unknown): value is KeptDrafts {
  return typeof value === 'object' && value !== null && Object.values(value).every(isDraft);
}

function readAll(): KeptDrafts {
  return readTabJson('comment_drafts', isDrafts) ?? {};
}

/** Of a comment on a character, or of the reply to a comment on it. */
export function commentDraft(character: string, parent: string | null): string {
  return `${character} ${parent ?? ''}`;
}

/** Of the reason why a comment is reported. */
export function reportDraft(comment: string): string {
  return `report ${comment}`;
}

/** Null where nothing was begun. */
export function readDraft(key: string): KeptDraft | null {
  return readAll()[key] ?? null;
}

/** Keeps a text over another layout, a closed drawer and a reload. White space alone is not kept. */
export function keepDraft(key: string, text: string, to = ''): void {
  const { [key]: _, ...others } = readAll();
  writeTabJson('comment_drafts', text.trim() === '' ? others : { ...others, [key]: { text, to } });
}

/** It was sent or given up: whoever shows it is told. */
export function dropDraft(key: string): void {
  keepDraft(key, '');
  for (const listener of listeners) listener(key);
}

export function onDraftDropped(key: string, act: () => void): () => void {
  const listener = (dropped: string) => {
    if (dropped === key) act();
  };
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
