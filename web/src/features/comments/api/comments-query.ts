import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import type { CommentPage } from '#/shared/api/types';
import { keepEarlierReplies } from '../model/earlier-replies';
import { commentKeys } from './keys';

/** Comments per page (rule comments-page-size). */
const pageSize = 10;

export type CommentData = InfiniteData<CommentPage, string>;

/** The comments on a character, newest first. The cursor `lastItemRef` requests the next page. */
export function commentsQuery(ref: string) {
  return infiniteQueryOptions({
    queryKey: commentKeys.comments(ref),
    initialPageParam: '',
    queryFn: async ({ client, pageParam, signal }) => {
      const query = { limit: pageSize, ...(pageParam !== '' && { lastItemRef: pageParam }) };
      const params = { path: { id: ref }, query };
      const page = await unwrap(api.GET('/profile/{id}/comments', { params, signal }));
      const cachedComments = client.getQueryData<CommentData>(commentKeys.comments(ref));
      return cachedComments ? keepEarlierReplies(page, cachedComments.pages) : page;
    },
    getNextPageParam: (last) => (last.hasMore ? last.lastItemRef : undefined),
  });
}
