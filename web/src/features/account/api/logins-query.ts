import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { accountKeys } from './keys';

/** The sessions in which the user is signed in. */
export function loginsQuery(userId: string) {
  return queryOptions({
    queryKey: accountKeys.logins(userId),
    queryFn: async ({ signal }) => (await unwrap(api.GET('/user/sessions', { signal }))).data,
    // Every request changes the time of last use of its session, so a cached list is always stale.
    staleTime: 0,
  });
}
