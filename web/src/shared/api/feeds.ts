import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from './client';
import { sharedKeys } from './keys';

/** All articles without their texts, newest first. The home page and the blog share this query. */
export const feedsQuery = queryOptions({
  queryKey: sharedKeys.feeds,
  queryFn: async ({ signal }) => (await unwrap(api.GET('/feeds', { signal }))).data,
  staleTime: 5 * 60_000,
});
