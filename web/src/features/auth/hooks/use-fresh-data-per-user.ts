import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { sharedKeys } from '#/shared/api/keys';
import { useSession } from './use-session';

const isNotUserQuery = ({ queryKey }: Query) => queryKey[0] !== sharedKeys.me[0];

/**
 * Resets the query cache when the user changes, because locks, likes and private lists differ by
 * user. A login that ended by itself resets nothing. Runs at the root, after signed-in screens have
 * unmounted; resetting earlier would make them refetch anonymously.
 */
export function useFreshDataPerUser(): void {
  const client = useQueryClient();
  const session = useSession();
  const known = session.status !== 'checking' && session.status !== 'unknown';
  const isEnded = session.status === 'ended';
  const userId = known ? ('user' in session ? session.user.id : null) : undefined;
  const wasEnded = useRef(isEnded);
  const former = useRef(userId);
  useEffect(() => {
    const returned = wasEnded.current && !isEnded;
    wasEnded.current = isEnded;
    if (former.current === userId) {
      // The same user has logged in again: refetch what was refused while the login had ended.
      if (returned) void client.invalidateQueries({ predicate: isNotUserQuery });
      return;
    }
    const before = former.current;
    former.current = userId;
    // Data fetched during the first check was already fetched as this user: the calls carry the
    // same credentials.
    if (before === undefined) return;
    const filter = { predicate: isNotUserQuery };
    // A user left: drop their data at once. A visitor signed in: keep public data on the screen while
    // it refetches, which also keeps typed text.
    if (before !== null) return void client.resetQueries(filter);
    void client.resetQueries({ ...filter, type: 'inactive' });
    void client.invalidateQueries({ ...filter, type: 'active' });
  }, [client, userId, isEnded]);
}
