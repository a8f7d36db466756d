import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '#/features/auth';
import { runWhenLoaded } from './run-when-loaded';

/** Time (ms) between the first render with a signed-in user and the fetch of the code. */
const startDelayMs = 1500;

/**
 * Runs `followBackgroundChanges` for the signed-in user. Visitors fetch nothing (rule
 * notifications-one-connection).
 */
export function BackgroundChangesHost(): null {
  const session = useSession();
  const client = useQueryClient();
  const userId = session.status === 'in' ? session.user.id : null;
  useEffect(() => {
    if (userId === null) return;
    let stopFollowingChanges = () => {};
    const startFollowingChanges = () => {
      stopFollowingChanges = runWhenLoaded(async () => {
        const code = await import('./follow-background');
        return () => code.followBackgroundChanges(client, userId);
      });
    };
    const timer = setTimeout(startFollowingChanges, startDelayMs);
    return () => {
      clearTimeout(timer);
      stopFollowingChanges();
    };
  }, [userId, client]);
  return null;
}
