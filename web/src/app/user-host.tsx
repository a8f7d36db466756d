import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '#/features/auth';

/** Time (ms) after the first screen of a user at which the code is fetched. */
const startDelay = 1500;

/** Runs `followUser` for the signed-in user. Visitors fetch nothing. */
export function UserHost(): null {
  const session = useSession();
  const client = useQueryClient();
  const userId = session.status === 'in' ? session.user.id : null;
  useEffect(() => {
    if (userId === null) return;
    let stop = () => {};
    let ended = false;
    const start = async () => {
      const code = await import('./follow-user').catch(() => null);
      if (ended) return;
      if (code) stop = code.followUser(client, userId);
      // Without its code the pages still work.
      else window.addEventListener('online', start, { once: true });
    };
    const timer = setTimeout(() => void start(), startDelay);
    return () => {
      ended = true;
      clearTimeout(timer);
      window.removeEventListener('online', start);
      stop();
    };
  }, [userId, client]);
  return null;
}
