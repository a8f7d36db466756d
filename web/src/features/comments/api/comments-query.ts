import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import type { CommentPage } from '#/shared/api/types';
import { commentKeys } from './keys';

/** Comments of one page (rule comments-page-size). */
const pageSize = 10;

export type CommentData = InfiniteData<CommentPage, string>;

/** The comments on a character, newest first. The cursor `lastItemRef` requests the next page. */
export function commentsQuery(ref: string) {
  return infiniteQueryOptions({
    queryKey: commentKeys.comments(ref),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET('/profile/{id}/comments', {
          params: {
            path: { id: ref },
            query: { limit: pageSize, ...(pageParam !== '' && { lastItemRef: pageParam }) },
          },
          signal,
        }),
      ),
    getNextPageParam: (last) => (last.hasMore ? last.lastItemRef : undefined),
  });
}
