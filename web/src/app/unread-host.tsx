import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '#/features/auth';
import { useUnreadStore } from '#/features/notices/model/unread-store';
import { sharedKeys } from '#/shared/api/keys';

/** Time (ms) after the first screen of a user at which the code that follows the notices is fetched. */
const startDelay = 1500;

/** Keeps the number of unread notices of the signed-in user. Visitors fetch nothing. */
export function UnreadHost(): null {
  const session = useSession();
  const client = useQueryClient();
  const userId = session.status === 'in' ? session.user.id : null;
  useEffect(() => {
    if (userId === null) return;
    let stop = () => {};
    let ended = false;
    const show = (unread: number) => {
      if (unread > useUnreadStore.getState().unread) {
        void client.invalidateQueries({ queryKey: sharedKeys.notices });
      }
      useUnreadStore.setState({ unread });
    };
    const start = async () => {
      // Without its code nothing is counted; the panel still works. The next page load tries again.
      const code = await import('#/features/notices/badge/follow-unread').catch(() => null);
      if (code && !ended) stop = code.followUnread(userId, show);
    };
    const timer = setTimeout(() => void start(), startDelay);
    return () => {
      ended = true;
      clearTimeout(timer);
      stop();
      useUnreadStore.setState({ unread: 0 });
    };
  }, [userId, client]);
  return null;
}
