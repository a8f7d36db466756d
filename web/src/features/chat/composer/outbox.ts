import { readJson, writeJson } from '#/shared/browser/storage';
import type { PendingMessage } from '../state/pending-message';

type StoredOutboxes = Readonly<Record<string, readonly PendingMessage[]>>;

function isPendingMessage(value: unknown): value is PendingMessage {
  if (typeof value !== 'object' || value === null) return false;
  const { clientId, content, createdAt } = value as Record<string, unknown>;
  return [clientId, content, createdAt].every((field) => typeof field === 'string');
}

function isStoredOutboxes(value: unknown): value is StoredOutboxes {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((list) => Array.isArray(list) && list.every(isPendingMessage))
  );
}

/**
 * The messages of one conversation that the server has not accepted yet, oldest first, in local storage (rule
 * chat-outbox).
 */
export interface Outbox {
  list: () => readonly PendingMessage[];
  /** Appends a message unless it is in the list. */
  add: (message: PendingMessage) => void;
  remove: (clientId: string) => void;
}

/**
 * Changes the stored messages of one conversation. It reads the storage first, because another tab may have
 * changed it.
 */
function updateStoredMessages(
  sessionId: string,
  change: (stored: readonly PendingMessage[]) => readonly PendingMessage[],
): void {
  const { [sessionId]: former = [], ...others } = readJson('outbox', isStoredOutboxes) ?? {};
  const nextMessages = change(former);
  writeJson(
    'outbox',
    nextMessages.length === 0 ? others : { ...others, [sessionId]: nextMessages },
  );
}

export function createOutbox(sessionId: string): Outbox {
  let currentMessages = readJson('outbox', isStoredOutboxes)?.[sessionId] ?? [];
  const withoutMessage = (list: readonly PendingMessage[], clientId: string) =>
    list.filter((one) => one.clientId !== clientId);
  return {
    list: () => currentMessages,
    add: (message) => {
      if (currentMessages.some(({ clientId }) => clientId === message.clientId)) return;
      currentMessages = [...currentMessages, message];
      updateStoredMessages(sessionId, (stored) => [
        ...withoutMessage(stored, message.clientId),
        message,
      ]);
    },
    remove: (clientId) => {
      if (!currentMessages.some((one) => one.clientId === clientId)) return;
      currentMessages = withoutMessage(currentMessages, clientId);
      updateStoredMessages(sessionId, (stored) => withoutMessage(stored, clientId));
    },
  };
}
