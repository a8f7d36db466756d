import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { ApiError } from '#/shared/api/errors';
import { sharedKeys } from '#/shared/api/keys';
import { warnUnauthorized } from '#/shared/api/send';
import type { User } from '#/shared/api/types';
import { reportError } from '#/shared/lib/report-error';
import { readText, removeStored } from '#/shared/lib/storage';

declare global {
  interface Window {
    /** The request that public/boot.js started before the bundle arrived; null when it failed. */
    __me?: Promise<Response | null>;
  }
}

/**
 * Uses the early answer, once, where it settles the question: a user, or a 401 that no stored token
 * can have caused. Everything else (undefined) is asked again through the client.
 */
async function takeEarlyAnswer(): Promise<User | null | undefined> {
  const early = window.__me;
  delete window.__me;
  const response = await early;
  if (response?.ok) return response.json().catch(() => undefined);
  if (response?.status !== 401 || readText('token') !== null) return undefined;
  warnUnauthorized();
  return null;
}

async function fetchCurrentUser(signal: AbortSignal): Promise<User | null> {
  const early = await takeEarlyAnswer();
  if (early !== undefined) return early;
  try {
    return await unwrap(api.GET('/auth/me', { signal }));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) removeStored('token');
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
