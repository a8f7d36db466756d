import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { accountKeys } from './keys';

/** The sessions in which the user is signed in. */
export function loginsQuery(userId: string) {
  return queryOptions({
    queryKey: accountKeys.logins(userId),
    queryFn: async ({ signal }) => (await unwrap(api.GET('/user/sessions', { signal }))).data,
    // Every request of the user changes the time of last use.
    staleTime: 0,
  });
}
