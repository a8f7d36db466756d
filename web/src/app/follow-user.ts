import type { QueryClient } from '@tanstack/react-query';
import { followUnread } from '#/features/notices/badge/follow-unread';
import { useUnreadStore } from '#/features/notices/model/unread-store';
import { forgetChats } from '#/shared/api/forget-chats';
import { sharedKeys } from '#/shared/api/keys';
import { onDeletedChats } from '#/shared/browser/deleted-chats';

/**
 * Keeps what changes outside this tab while a user is signed in: the number of unread notices, and chats
 * that another tab has deleted. Returns the function that ends it.
 */
export function followUser(client: QueryClient, userId: string): () => void {
  const stopUnread = followUnread(userId, (unread) => {
    if (unread > useUnreadStore.getState().unread) {
      void client.invalidateQueries({ queryKey: sharedKeys.notices });
    }
    useUnreadStore.setState({ unread });
  });
  const stopDeleted = onDeletedChats((ids) => forgetChats(client, ids));
  return () => {
    stopUnread();
    stopDeleted();
    useUnreadStore.setState({ unread: 0 });
  };
}
