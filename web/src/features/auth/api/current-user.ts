import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { ApiError } from '#/shared/api/errors';
import { sharedKeys } from '#/shared/api/keys';
import type { User } from '#/shared/api/types';
import { dropCredentials, hasCredentials } from '#/shared/browser/credentials';
import { reportError } from '#/shared/lib/report-error';

/**
 * Fetches the signed-in user. Without credentials it makes no call and returns null (rule
 * accounts-user-signed-out). After a 401 it removes the credentials and returns null, and stores the formerly
 * signed-in user for `endedLoginQuery` (rule accounts-login-ends). Any other failure is logged and thrown.
 */
async function fetchCurrentUser(client: QueryClient, signal: AbortSignal): Promise<User | null> {
  if (!hasCredentials()) return null;
  try {
    return await unwrap(api.GET('/auth/me', { signal }));
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) {
      if (!signal.aborted) reportError('Auth check failed', error);
      throw error;
    }
    dropCredentials();
    const formerUser = client.getQueryData<User | null>(sharedKeys.me);
    if (formerUser) client.setQueryData(sharedKeys.ended, formerUser);
    return null;
  }
}

/** Pause (ms) before the next check: 1 s after the first failure, doubling, at most 60 s. */
function retryDelay(failures: number): number {
  return Math.min(60_000, 1000 * 2 ** (failures - 1));
}

/**
 * The signed-in user, or null. Only a 401 means signed out. Any other failure is an error of the query. The
 * query then retries by timer, on reconnect and on focus (rule accounts-user-unknown).
 */
export const currentUserQuery = queryOptions({
  queryKey: sharedKeys.me,
  queryFn: ({ client, signal }) => fetchCurrentUser(client, signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
  // Mounting the screen that shows a failed check must not start the next check.
  retryOnMount: false,
  refetchInterval: ({ state }) => state.status === 'error' && retryDelay(state.errorUpdateCount),
  refetchOnWindowFocus: ({ state }) => (state.status === 'error' ? 'always' : false),
  refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : false),
});

/** Fetches the current user again. After a failure the session stays as it is. */
export function checkUserAgain(client: QueryClient): void {
  client.fetchQuery({ ...currentUserQuery, staleTime: 0 }).catch(() => undefined);
}

/**
 * The user whose login has ended while their screens are open. It is only written to the cache, never
 * fetched.
 */
export const endedLoginQuery = queryOptions<User | null>({
  queryKey: sharedKeys.ended,
  queryFn: skipToken,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Signs the user out in the cache, which closes private screens. */
export function signOutInCache(client: QueryClient): void {
  client.setQueryData(sharedKeys.ended, null);
  client.setQueryData(sharedKeys.me, null);
}
