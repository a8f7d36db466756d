import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from './client';

export const profileKeys = {
  one: (ref: string) => ['profile', ref] as const,
};

/**
 * A character with counts, facts and what the user did with it, by slug or id. An unknown one is an
 * ApiError with status 404. The cache is emptied or fetched anew when the user changes.
 */
export function profileQuery(ref: string) {
  return queryOptions({
    queryKey: profileKeys.one(ref),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/profile/{id}', { params: { path: { id: ref } }, signal })),
  });
}
