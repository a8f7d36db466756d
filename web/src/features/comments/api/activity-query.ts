import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { commentKeys } from './keys';

/** Recent public comments and milestones of a character, the latest first. */
export function activityQuery(ref: string) {
  return queryOptions({
    queryKey: commentKeys.activity(ref),
    // Fetched at each visit, because users can hide their comments here at any time (rule
    // settings-activity-status).
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const params = { path: { id: ref }, query: { limit: 20 } };
      return (await unwrap(api.GET('/profile/{id}/activity', { params, signal }))).data;
    },
  });
}
