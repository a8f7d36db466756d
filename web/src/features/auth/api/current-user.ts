import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { ApiError } from '#/shared/api/errors';
import { sharedKeys } from '#/shared/api/keys';
import type { User } from '#/shared/api/types';
import { dropCredentials, hasCredentials } from '#/shared/lib/credentials';
import { reportError } from '#/shared/lib/report-error';

/** Nothing is asked for a visitor, whom the server could only answer with a 401. */
async function fetchCurrentUser(client: QueryClient, signal: AbortSignal): Promise<User | null> {
  if (!hasCredentials()) return null;
  try {
    return await unwrap(api.GET('/auth/me', { signal }));
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) {
      reportError('Auth check failed', error);
      throw error;
    }
    dropCredentials();
    const before = client.getQueryData<User | null>(sharedKeys.me);
    if (before) client.setQueryData(sharedKeys.ended, before);
    return null;
  }
}

/** Pause before the next check after so many failed ones, in milliseconds: 1 s, doubling, at most 60 s. */
function pauseAfter(failures: number): number {
  return Math.min(60_000, 1000 * 2 ** (failures - 1));
}

/**
 * The signed-in user, or null. It fails when the check fails for any reason but 401: then nobody is
 * signed out, and it is asked again, also on reconnect and focus (spec 3 §2).
 */
export const currentUserQuery = queryOptions({
  queryKey: sharedKeys.me,
  queryFn: ({ client, signal }) => fetchCurrentUser(client, signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
  // The screen that tells of a failed check must not begin the next one by appearing.
  retryOnMount: false,
  refetchInterval: ({ state }) => state.status === 'error' && pauseAfter(state.errorUpdateCount),
  refetchOnWindowFocus: ({ state }) => (state.status === 'error' ? 'always' : false),
  refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : false),
});

/** Whose login has ended while his screens are open; nothing is fetched. */
export const endedLoginQuery = queryOptions<User | null>({
  queryKey: sharedKeys.ended,
  queryFn: skipToken,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});
