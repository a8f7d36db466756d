import type { Message as MessageRow } from '#/shared/api/types';
import { keepShownText } from './chat-state';
import {
  type ChatMessage,
  hasStoredId,
  isSameMessage,
  messageFromRow,
  regeneratedId,
} from './message';

export interface MessagePage {
  messages: readonly MessageRow[];
  hasMore: boolean;
}

interface LoadedLog {
  messages: readonly ChatMessage[];
  hasMore: boolean;
}

/**
 * Finds the log entry of a stored row by id. If no entry has the id, a message of the user is found
 * by its client id. A reply is found by the message that it answers: a streaming reply has no
 * stored id yet, and each version of a reply has its own id.
 */
function findEntry(
  log: readonly ChatMessage[],
  row: MessageRow,
  clientIds: ReadonlyMap<string, string>,
): ChatMessage | undefined {
  const storedEntry = log.find((entry) => entry.id === row.id);
  if (storedEntry) return storedEntry;
  if (row.is_user_message) {
    return row.client_id ? log.find((entry) => entry.clientId === row.client_id) : undefined;
  }
  if (!row.reply_to) return undefined;
  const answeredIds = [row.reply_to, clientIds.get(row.reply_to)];
  return log.find((entry) => entry.replyTo !== '' && answeredIds.includes(entry.replyTo));
}

/**
 * Leaves out the row of a reply that is being generated again. The page was read before the retry,
 * and the old status of the row would end the new reply.
 */
function rowsNotRegenerated(log: readonly ChatMessage[], page: MessagePage): readonly MessageRow[] {
  const ids = new Set(log.map((entry) => entry.id));
  return page.messages.filter((row) => !ids.has(regeneratedId(row.id)));
}

/**
 * Returns the stored message with the key of its entry in the log. An unchanged entry is returned as the same
 * object, so that its row is not rendered again.
 */
function toEntry(row: MessageRow, entry: ChatMessage | undefined): ChatMessage {
  const storedMessage = messageFromRow(row, entry?.key);
  const nextEntry =
    entry && row.status === 'interrupted'
      ? { ...storedMessage, content: keepShownText(row.content, entry.content) }
      : storedMessage;
  return entry && isSameMessage(entry, nextEntry) ? entry : nextEntry;
}

/**
 * Merges the newest page into the log. If the new page overlaps the loaded older pages, these stay; otherwise
 * they are dropped. Entries without a stored id stay at the end.
 */
export function mergeNewest(log: LoadedLog, page: MessagePage): LoadedLog {
  const storedRows = rowsNotRegenerated(log.messages, page);
  const clientIds = new Map(storedRows.map((row) => [row.id, row.client_id ?? '']));
  const entryByRowId = new Map(
    storedRows.map((row) => [row.id, findEntry(log.messages, row, clientIds)]),
  );
  const matchedEntries = new Set(entryByRowId.values());
  const rows = storedRows.map((row) => toEntry(row, entryByRowId.get(row.id)));
  const start = log.messages.findIndex((entry) => matchedEntries.has(entry));
  const olderEntries = log.messages.slice(0, Math.max(0, start)).filter((entry) => !entry.isLocal);
  const pendingEntries = log.messages.filter(
    (entry) => !hasStoredId(entry) && !matchedEntries.has(entry),
  );
  return {
    messages: [...olderEntries, ...rows, ...pendingEntries],
    hasMore: olderEntries.length > 0 ? log.hasMore : page.hasMore,
  };
}

/** Prepends an older page to the log. */
export function mergeOlder(log: LoadedLog, page: MessagePage): LoadedLog {
  const knownIds = new Set(log.messages.map((entry) => entry.id));
  const rows = page.messages
    .filter((row) => !knownIds.has(row.id))
    .map((row) => messageFromRow(row));
  return { messages: [...rows, ...log.messages], hasMore: page.hasMore };
}
