import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sharedKeys } from '#/shared/api/keys';
import { onUnauthorized } from '#/shared/api/send';
import { closeSession, currentUserQuery } from '../api/current-user';
import { listenToTabs } from '../model/session-tabs';

/** Fetches the current user again. A failure changes nothing. */
function checkAgain(client: QueryClient): void {
  client.fetchQuery({ ...currentUserQuery, staleTime: 0 }).catch(() => undefined);
}

/** Detects the end of the login, and follows sign-ins and sign-outs of other tabs. Used at the root. */
export function useSessionWatch(): void {
  const client = useQueryClient();
  useEffect(() => {
    const isIn = () => Boolean(client.getQueryData(sharedKeys.me));
    const stopListening = listenToTabs((news) => {
      if (news === 'signed-out') closeSession(client);
      else checkAgain(client);
    });
    const stopWatching = onUnauthorized(() => isIn() && checkAgain(client));
    return () => {
      stopListening();
      stopWatching();
    };
  }, [client]);
}
