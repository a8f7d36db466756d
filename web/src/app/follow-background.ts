import type { QueryClient } from '@tanstack/react-query';
import { followUnread } from '#/features/notices/badge/follow-unread';
import { useUnreadStore } from '#/features/notices/model/unread-store';
import { forgetChats } from '#/shared/api/forget-chats';
import { sharedKeys } from '#/shared/api/keys';
import { onDeletedChats } from '#/shared/browser/deleted-chats';
import { runWhenLoaded } from './run-when-loaded';

/** Runs `followTalks` when its code has loaded. The dynamic import keeps the code out of this chunk. */
function followTalksWhenLoaded(client: QueryClient, userId: string): () => void {
  return runWhenLoaded(async () => {
    const code = await import('#/features/talks/follow-talks');
    return () => code.followTalks(client, userId);
  });
}

/**
 * Follows what changes in the background while a user is signed in:
 *   - the number of unread notices
 *   - chats that another tab deletes
 *   - replies that run in chats that are not open
 *   - the postmarks on the stamps of characters with a chat
 *
 * The returned function stops following.
 */
export function followBackgroundChanges(client: QueryClient, userId: string): () => void {
  const stopFollowingUnread = followUnread(userId, (unread) => {
    if (unread > useUnreadStore.getState().unread) {
      void client.invalidateQueries({ queryKey: sharedKeys.notices });
    }
    useUnreadStore.setState({ unread });
  });
  const stopDeletionListener = onDeletedChats((ids) => forgetChats(client, ids));
  const stopFollowingTalks = followTalksWhenLoaded(client, userId);
  return () => {
    stopFollowingUnread();
    stopDeletionListener();
    stopFollowingTalks();
    useUnreadStore.setState({ unread: 0 });
  };
}
