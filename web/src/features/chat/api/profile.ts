import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';

/** What the details panel shows of a character. The lock in it is the signed-in user's. */
export function profileQuery(userId: string, slug: string) {
  return queryOptions({
    queryKey: ['profile', slug, userId] as const,
    queryFn: ({ signal }) =>
      unwrap(api.GET('/profile/{id}', { params: { path: { id: slug } }, signal })),
  });
}
