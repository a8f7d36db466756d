import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { commentKeys } from './keys';

/**
 * The replies to a comment before a cursor, oldest first. They are not cached here, but in the list of
 * comments.
 */
export function earlierRepliesQuery(parent: string, cursor: string) {
  return queryOptions({
    queryKey: commentKeys.earlierReplies(parent, cursor),
    gcTime: 0,
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/comments/{id}/replies', {
          params: { path: { id: parent }, query: { cursor } },
          signal,
        }),
      ),
  });
}
