import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sharedKeys } from '#/shared/api/keys';
import { onUnauthorized } from '#/shared/api/send';
import { removeStored } from '#/shared/browser/storage';
import { checkUserAgain, signOutInCache } from '../api/current-user';
import { listenToTabs } from '../model/session-tabs';

/**
 * Detects the end of the login, and follows sign-ins and sign-outs of other tabs (rules
 * accounts-logout-all-tabs, payment-refresh). Used at the root.
 */
export function useSessionWatch(): void {
  const client = useQueryClient();
  useEffect(() => {
    const isSignedIn = () => Boolean(client.getQueryData(sharedKeys.me));
    const stopListening = listenToTabs((news) => {
      if (news === 'signed-out') return signOutInCache(client);
      if (news === 'changed') return void client.invalidateQueries();
      // A stored token of another account would contradict the new cookie.
      if (news === 'google-auth-success') removeStored('token');
      checkUserAgain(client);
    });
    const stopWatching = onUnauthorized(() => isSignedIn() && checkUserAgain(client));
    return () => {
      stopListening();
      stopWatching();
    };
  }, [client]);
}
