import { readJson, writeJson } from '#/shared/lib/storage';
import type { Attempt } from '../state/pending-message';

type Stored = Readonly<Record<string, readonly Attempt[]>>;

function isAttempt(value: unknown): value is Attempt {
  if (typeof value !== 'object' || value === null) return false;
  const { clientId, content, createdAt } = value as Record<string, unknown>;
  return [clientId, content, createdAt].every((field) => typeof field === 'string');
}

function isStored(value: unknown): value is Stored {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((list) => Array.isArray(list) && list.every(isAttempt))
  );
}

/** Lines of one conversation that the server has not taken yet, kept over reloads, oldest first. */
export interface Outbox {
  list: () => readonly Attempt[];
  /** Puts a line at the end, unless it is there already. */
  add: (attempt: Attempt) => void;
  remove: (clientId: string) => void;
}

/** Another tab may have changed its own lines meanwhile, so that every change reads storage first. */
function save(sessionId: string, change: (stored: readonly Attempt[]) => readonly Attempt[]): void {
  const { [sessionId]: former = [], ...others } = readJson('outbox', isStored) ?? {};
  const next = change(former);
  writeJson('outbox', next.length === 0 ? others : { ...others, [sessionId]: next });
}

export function createOutbox(sessionId: string): Outbox {
  let current = readJson('outbox', isStored)?.[sessionId] ?? [];
  const without = (list: readonly Attempt[], clientId: string) =>
    list.filter((one) => one.clientId !== clientId);
  return {
    list: () => current,
    add: (attempt) => {
      if (current.some(({ clientId }) => clientId === attempt.clientId)) return;
      current = [...current, attempt];
      save(sessionId, (stored) => [...without(stored, attempt.clientId), attempt]);
    },
    remove: (clientId) => {
      if (!current.some((one) => one.clientId === clientId)) return;
      current = without(current, clientId);
      save(sessionId, (stored) => without(stored, clientId));
    },
  };
}
