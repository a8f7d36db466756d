import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { sharedKeys } from '#/shared/api/keys';
import { useSession } from './use-session';

const isNotUserQuery = ({ queryKey }: Query) => queryKey[0] !== sharedKeys.me[0];

/**
 * Resets the query cache when the user changes, because locks, likes and private lists differ by user. If the
 * login ends and the user has not signed out, the hook resets nothing (rule accounts-login-ends). Call the
 * hook at the root, so that it runs after signed-in screens have unmounted. Screens that are still mounted
 * would refetch their data as a visitor.
 */
export function useFreshDataPerUser(): void {
  const client = useQueryClient();
  const session = useSession();
  const isUserKnown = session.status !== 'checking' && session.status !== 'unknown';
  const isEnded = session.status === 'ended';
  const userId = isUserKnown ? ('user' in session ? session.user.id : null) : undefined;
  const wasLoginEnded = useRef(isEnded);
  const lastUserId = useRef(userId);
  useEffect(() => {
    const isLoggedInAgain = wasLoginEnded.current && !isEnded;
    wasLoginEnded.current = isEnded;
    if (lastUserId.current === userId) {
      // The same user has logged in again: refetch what was refused while the login had ended.
      if (isLoggedInAgain) void client.invalidateQueries({ predicate: isNotUserQuery });
      return;
    }
    const formerUserId = lastUserId.current;
    lastUserId.current = userId;
    // The first check of the user has ended. Queries that ran during it sent the same credentials, so their
    // data already belongs to this user.
    if (formerUserId === undefined) return;
    const filter = { predicate: isNotUserQuery };
    // A user left: drop their data at once. A visitor signed in: keep public data on the screen while
    // it refetches, which also keeps typed text.
    if (formerUserId !== null) return void client.resetQueries(filter);
    void client.resetQueries({ ...filter, type: 'inactive' });
    void client.invalidateQueries({ ...filter, type: 'active' });
  }, [client, userId, isEnded]);
}
