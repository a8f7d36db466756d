import type { Message as MessageRow } from '#/shared/api/types';
import { keepSeen } from './chat-state';
import { anewId, type ChatMessage, fromRow, hasStoredId, sameMessage } from './message';

export interface MessagePage {
  messages: readonly MessageRow[];
  hasMore: boolean;
}

interface Log {
  messages: readonly ChatMessage[];
  hasMore: boolean;
}

/**
 * Finds the entry that a stored row is: by id; a user's line by its client id; a reply by the line
 * it answers, because a reply that streams here has no stored id yet.
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
  return log.find(
    (entry) => !entry.isUser && !hasStoredId(entry) && answered.includes(entry.replyTo),
  );
}

/**
 * Leaves out a reply that is being written anew here: the page was read before the server heard of
 * it, and would end the new one with the old one's failure.
 */
function currentRows(log: readonly ChatMessage[], page: MessagePage): readonly MessageRow[] {
  const ids = new Set(log.map((entry) => entry.id));
  return page.messages.filter((row) => !ids.has(anewId(row.id)));
}

function adopt(row: MessageRow, entry: ChatMessage | undefined): ChatMessage {
  const stored = fromRow(row, entry?.key);
  const next =
    entry && row.status === 'interrupted'
      ? { ...stored, content: keepSeen(row.content, entry.content) }
      : stored;
  return entry && sameMessage(entry, next) ? entry : next;
}

/**
 * Puts the newest page into the log. Older pages that were loaded stay, unless the new page no
 * longer touches them; entries that only this tab knows stay at the end.
 */
export function mergeNewest(log: Log, page: MessagePage): Log {
  const stored = currentRows(log.messages, page);
  const clientIds = new Map(stored.map((row) => [row.id, row.client_id ?? '']));
  const known = new Map(stored.map((row) => [row.id, findEntry(log.messages, row, clientIds)]));
  const adopted = new Set(known.values());
  const rows = stored.map((row) => adopt(row, known.get(row.id)));
  const start = log.messages.findIndex((entry) => adopted.has(entry));
  const older = log.messages.slice(0, Math.max(0, start)).filter((entry) => !entry.local);
  const pending = log.messages.filter((entry) => !hasStoredId(entry) && !adopted.has(entry));
  return {
    messages: [...older, ...rows, ...pending],
    hasMore: older.length > 0 ? log.hasMore : page.hasMore,
  };
}

/** Puts an older page before the log. */
export function mergeOlder(log: Log, page: MessagePage): Log {
  const known = new Set(log.messages.map((entry) => entry.id));
  const rows = page.messages.filter((row) => !known.has(row.id)).map((row) => fromRow(row));
  return { messages: [...rows, ...log.messages], hasMore: page.hasMore };
}
