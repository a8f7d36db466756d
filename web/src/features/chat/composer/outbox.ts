import { readJson, writeJson } from '#/shared/browser/storage';
import type { PendingMessage } from '../state/pending-message';

type Stored = Readonly<Record<string, readonly PendingMessage[]>>;

function isPendingMessage(value: unknown): value is PendingMessage {
  if (typeof value !== 'object' || value === null) return false;
  const { clientId, content, createdAt } = value as Record<string, unknown>;
  return [clientId, content, createdAt].every((field) => typeof field === 'string');
}

function isStored(value: unknown): value is Stored {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((list) => Array.isArray(list) && list.every(isPendingMessage))
  );
}

/**
 * The messages of one conversation not accepted by the server yet, oldest first, in local storage
 * (rule chat-outbox).
 */
export interface Outbox {
  list: () => readonly PendingMessage[];
  /** Appends a message unless it is in the list. */
  add: (message: PendingMessage) => void;
  remove: (clientId: string) => void;
}

/** Reads storage before each change: another tab may have changed it. */
function updateStored(
  sessionId: string,
  change: (stored: readonly PendingMessage[]) => readonly PendingMessage[],
): void {
  const { [sessionId]: former = [], ...others } = readJson('outbox', isStored) ?? {};
  const next = change(former);
  writeJson('outbox', next.length === 0 ? others : { ...others, [sessionId]: next });
}

export function createOutbox(sessionId: string): Outbox {
  let current = readJson('outbox', isStored)?.[sessionId] ?? [];
  const without = (list: readonly PendingMessage[], clientId: string) =>
    list.filter((one) => one.clientId !== clientId);
  return {
    list: () => current,
    add: (message) => {
      if (current.some(({ clientId }) => clientId === message.clientId)) return;
      current = [...current, message];
      updateStored(sessionId, (stored) => [...without(stored, message.clientId), message]);
    },
    remove: (clientId) => {
      if (!current.some((one) => one.clientId === clientId)) return;
      current = without(current, clientId);
      updateStored(sessionId, (stored) => without(stored, clientId));
    },
  };
}
