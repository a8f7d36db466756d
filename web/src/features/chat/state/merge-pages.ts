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
 * Finds the entry of a stored row by its id. Without such an entry, the client id finds a user's message. A
 * reply is found by the message that it answers: a streaming reply has no stored id yet, and each version of a
 * reply has its own id.
 */
function findEntry(
  log: readonly ChatMessage[],
  row: MessageRow,
  clientIds: ReadonlyMap<string, string>,
): ChatMessage | undefined {
  const stored = log.find((entry) => entry.id === row.id);
  if (stored) return stored;
  if (row.is_user_message) {
    return row.client_id ? log.find((entry) => entry.clientId === row.client_id) : undefined;
  }
  if (!row.reply_to) return undefined;
  const answered = [row.reply_to, clientIds.get(row.reply_to)];
  return log.find((entry) => entry.replyTo !== '' && answered.includes(entry.replyTo));
}

/**
 * Drops the row of a reply that is being generated again. The page was read before the retry
 * started; its old status would end the new reply.
 */
function currentRows(log: readonly ChatMessage[], page: MessagePage): readonly MessageRow[] {
  const ids = new Set(log.map((entry) => entry.id));
  return page.messages.filter((row) => !ids.has(regeneratedId(row.id)));
}

/**
 * Returns the stored message with the key of its entry in the log. An unchanged entry is returned as the same
 * object, so that its row is not rendered again.
 */
function toEntry(row: MessageRow, entry: ChatMessage | undefined): ChatMessage {
  const stored = messageFromRow(row, entry?.key);
  const next =
    entry && row.status === 'interrupted'
      ? { ...stored, content: keepShownText(row.content, entry.content) }
      : stored;
  return entry && isSameMessage(entry, next) ? entry : next;
}

/**
 * Merges the newest page into the log. If the new page overlaps the loaded older pages, these stay; otherwise
 * they are dropped. Entries without a stored id stay at the end.
 */
export function mergeNewest(log: LoadedLog, page: MessagePage): LoadedLog {
  const stored = currentRows(log.messages, page);
  const clientIds = new Map(stored.map((row) => [row.id, row.client_id ?? '']));
  const known = new Map(stored.map((row) => [row.id, findEntry(log.messages, row, clientIds)]));
  const matched = new Set(known.values());
  const rows = stored.map((row) => toEntry(row, known.get(row.id)));
  const start = log.messages.findIndex((entry) => matched.has(entry));
  const older = log.messages.slice(0, Math.max(0, start)).filter((entry) => !entry.isLocal);
  const pending = log.messages.filter((entry) => !hasStoredId(entry) && !matched.has(entry));
  return {
    messages: [...older, ...rows, ...pending],
    hasMore: older.length > 0 ? log.hasMore : page.hasMore,
  };
}

/** Prepends an older page to the log. */
export function mergeOlder(log: LoadedLog, page: MessagePage): LoadedLog {
  const known = new Set(log.messages.map((entry) => entry.id));
  const rows = page.messages.filter((row) => !known.has(row.id)).map((row) => messageFromRow(row));
  return { messages: [...rows, ...log.messages], hasMore: page.hasMore };
}
