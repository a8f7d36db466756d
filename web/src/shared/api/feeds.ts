import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from './client';
import { sharedKeys } from './keys';

/** Every article as lists show it, newest first; the home page and the blog share the answer. */
export const feedsQuery = queryOptions({
  queryKey: sharedKeys.feeds,
  queryFn: async ({ signal }) => (await unwrap(api.GET('/feeds', { signal }))).data,
  staleTime: 5 * 60_000,
});
