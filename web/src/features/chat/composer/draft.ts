import { type DraftArea, openDraft, type StoredDraft } from '#/shared/browser/drafts';
import { readJson, writeJson } from '#/shared/browser/storage';

type Drafts = Readonly<Record<string, string>>;

function isDrafts(value: unknown): value is Drafts {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  );
}

/** The unsent text of one conversation, in local storage (rule chat-draft). */
export interface Draft extends StoredDraft<string> {
  /** Prepends text that could not be sent. */
  prepend: (text: string) => void;
  /** Removes prepended text; false if it has been edited. */
  removePrepended: (text: string) => boolean;
}

const localStorageArea: DraftArea<string> = {
  read: () => readJson('drafts', isDrafts) ?? {},
  write: (drafts) => writeJson('drafts', drafts),
  emptyDraft: '',
  isEmpty: (text) => text === '',
};

export function createDraft(sessionId: string): Draft {
  const storedDraft = openDraft(localStorageArea, sessionId);
  return {
    ...storedDraft,
    prepend: (text) => {
      const currentText = storedDraft.get();
      if (currentText.trim() === '') storedDraft.set(text);
      else if (currentText !== text) storedDraft.set(`${text}\n${currentText}`);
    },
    removePrepended: (text) => {
      const currentText = storedDraft.get();
      if (currentText !== text && !currentText.startsWith(`${text}\n`)) return false;
      storedDraft.set(currentText.slice(text.length + 1));
      return true;
    },
  };
}
