import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from './client';
import { sharedKeys } from './keys';

/**
 * A character with counts, facts and the user's like and follow, by slug or id. For an unknown character the
 * query fails with ApiError 404. When the user changes, `useFreshDataPerUser` resets the query.
 */
export function profileQuery(ref: string) {
  return queryOptions({
    queryKey: sharedKeys.profile(ref),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/profile/{id}', { params: { path: { id: ref } }, signal })),
  });
}
