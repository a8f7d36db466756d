import { readJson, writeJson } from '#/shared/lib/storage';

type Drafts = Readonly<Record<string, string>>;

function isDrafts(value: unknown): value is Drafts {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  );
}

/** The unsent text of one conversation, in local storage (rule chat-draft). */
export interface Draft {
  get: () => string;
  set: (text: string) => void;
  /** Prepends text that could not be sent. */
  prepend: (text: string) => void;
  /** Removes prepended text; false if it has been edited. */
  removePrepended: (text: string) => boolean;
  subscribe: (listener: () => void) => () => void;
  /** Writes a change that is still debounced. Call it before the page is hidden. */
  flush: () => void;
}

/** Debounce of writes to storage, in ms. */
const saveDelay = 400;

function save(sessionId: string, text: string): void {
  const { [sessionId]: _, ...others } = readJson('drafts', isDrafts) ?? {};
  writeJson('drafts', text === '' ? others : { ...others, [sessionId]: text });
}

export function createDraft(sessionId: string): Draft {
  let current = readJson('drafts', isDrafts)?.[sessionId] ?? '';
  let timer: ReturnType<typeof setTimeout> | null = null;
  const listeners = new Set<() => void>();
  const flush = () => {
    if (timer === null) return;
    clearTimeout(timer);
    timer = null;
    save(sessionId, current);
  };
  const set = (text: string) => {
    current = text;
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(flush, saveDelay);
    // Written at once, so that a sent text does not return with a reload.
    if (text === '') flush();
    for (const listener of listeners) listener();
  };
  return {
    get: () => current,
    set,
    prepend: (text) => {
      if (current.trim() === '') set(text);
      else if (current !== text) set(`${text}\n${current}`);
    },
    removePrepended: (text) => {
      if (current !== text && !current.startsWith(`${text}\n`)) return false;
      set(current.slice(text.length + 1));
      return true;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    flush,
  };
}
