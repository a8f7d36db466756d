import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { authKeys } from './keys';

/** The ways to sign in other than by password. */
export const signInMethodsQuery = queryOptions({
  queryKey: authKeys.methods,
  queryFn: ({ signal }) => unwrap(api.GET('/auth/methods', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});
