import { isRecord } from '../lib/is-record';
import { readJson, type StorageKey, writeJson } from './storage';

const channelName = 'colloquy-deleted-chats';

function deletedIdsIn(data: unknown): readonly string[] {
  if (!isRecord(data) || !Array.isArray(data['deleted'])) return [];
  return data['deleted'].filter((id) => typeof id === 'string');
}

/** Calls `listener` with the ids of conversations that any tab of this browser has deleted, this one too. */
export function onDeletedChats(listener: (ids: readonly string[]) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const ids = deletedIdsIn(data);
    if (ids.length > 0) listener(ids);
  };
  return () => channel.close();
}

function removeEntries(key: StorageKey, ids: readonly string[]): void {
  const storedEntries = readJson(key, isRecord);
  if (storedEntries === null || !ids.some((id) => id in storedEntries)) return;
  writeJson(
    key,
    Object.fromEntries(Object.entries(storedEntries).filter(([id]) => !ids.includes(id))),
  );
}

/** Removes what this browser stores of deleted conversations, and tells all tabs (rule chats-delete-open). */
export function announceDeletedChats(ids: readonly string[]): void {
  removeEntries('drafts', ids);
  removeEntries('outbox', ids);
  const channel = new BroadcastChannel(channelName);
  channel.postMessage({ deleted: ids });
  channel.close();
}
