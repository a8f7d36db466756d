import { readJson, writeJson } from '#/shared/lib/storage';

type Drafts = Readonly<Record<string, string>>;

function isDrafts(value: unknown): value is Drafts {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  );
}

/** What stands in the composer of one conversation, kept over reloads. */
export interface Draft {
  get: () => string;
  set: (text: string) => void;
  /** Puts words back that were not sent, before what was written meanwhile. */
  giveBack: (text: string) => void;
  /** Takes given back words out again; false when they were changed meanwhile. */
  takeBack: (text: string) => boolean;
  subscribe: (listener: () => void) => () => void;
  /** Stores at once what waits to be stored. Call it before the page goes. */
  flush: () => void;
}

/** Typing is stored this long after the last key, in milliseconds. */
const pause = 400;

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
    timer = setTimeout(flush, pause);
    // What was sent must not come back with a reload.
    if (text === '') flush();
    for (const listener of listeners) listener();
  };
  return {
    get: () => current,
    set,
    giveBack: (text) => {
      if (current.trim() === '') set(text);
      else if (current !== text) set(`${text}\n${current}`);
    },
    takeBack: (text) => {
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
