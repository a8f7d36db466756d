import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { ApiError } from '#/shared/api/errors';
import { sharedKeys } from '#/shared/api/keys';
import type { User } from '#/shared/api/types';
import { dropCredentials, hasCredentials } from '#/shared/lib/credentials';
import { reportError } from '#/shared/lib/report-error';

/** Nothing is asked for a visitor, whom the server could only answer with a 401. */
async function fetchCurrentUser(signal: AbortSignal): Promise<User | null> {
  if (!hasCredentials()) return null;
  try {
    return await unwrap(api.GET('/auth/me', { signal }));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) dropCredentials();
    else reportError('Auth check failed', error);
    return null;
  }
}

/** The signed-in user, or null. It never fails: whoever cannot be recognised is signed out (spec 1 §4). */
export const currentUserQuery = queryOptions({
  queryKey: sharedKeys.me,
  queryFn: ({ signal }) => fetchCurrentUser(signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
});
