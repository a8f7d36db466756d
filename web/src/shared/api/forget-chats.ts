import type { QueryClient } from '@tanstack/react-query';
import { isRecord } from '../lib/is-record';
import { sharedKeys } from './keys';

/**
 * Removes cached data of deleted conversations, and fetches the lists and counts that change (rule
 * chats-select). A new conversation with the same character has the same id, so the old data must go. An open
 * chat handles its own deletion.
 */
export function forgetChats(client: QueryClient, ids: readonly string[]): void {
  for (const id of ids) {
    client.removeQueries({ queryKey: sharedKeys.messages(id), type: 'inactive' });
  }
  client.removeQueries({
    queryKey: sharedKeys.conversations,
    type: 'inactive',
    predicate: ({ state: { data } }) => isRecord(data) && ids.some((id) => id === data['id']),
  });
  client.setQueriesData({ queryKey: sharedKeys.sessions }, (list) =>
    Array.isArray(list)
      ? list.filter((one) => !(isRecord(one) && ids.some((id) => id === one['id'])))
      : list,
  );
  for (const queryKey of [sharedKeys.sessions, sharedKeys.chatHistory, sharedKeys.profiles]) {
    void client.invalidateQueries({ queryKey });
  }
}
