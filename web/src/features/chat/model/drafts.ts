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
  /** Puts words back that were not sent, unless others were written meanwhile. */
  giveBack: (text: string) => void;
  subscribe: (listener: () => void) => () => void;
}

function save(sessionId: string, text: string): void {
  const { [sessionId]: _, ...others } = readJson('drafts', isDrafts) ?? {};
  writeJson('drafts', text === '' ? others : { ...others, [sessionId]: text });
}

export function createDraft(sessionId: string): Draft {
  let current = readJson('drafts', isDrafts)?.[sessionId] ?? '';
  const listeners = new Set<() => void>();
  const set = (text: string) => {
    current = text;
    save(sessionId, text);
    for (const listener of listeners) listener();
  };
  return {
    get: () => current,
    set,
    giveBack: (text) => {
      if (current.trim() === '') set(text);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
