import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { homeKeys } from './keys';

/** The first characters of a category. */
export const categoryQuery = (category: string, limit: number) =>
  queryOptions({
    queryKey: homeKeys.category(category, limit),
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET('/characters', { params: { query: { category, limit } }, signal })))
        .data,
  });

/** The built-in articles, for a failed fetch (rule home-feed-sample). */
export const sampleFeedsQuery = queryOptions({
  queryKey: homeKeys.sampleFeeds,
  queryFn: async () => (await import('../model/sample-feeds')).sampleFeeds,
  staleTime: Number.POSITIVE_INFINITY,
});
