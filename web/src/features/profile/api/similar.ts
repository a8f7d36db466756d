import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';

/** Spec 2 §9. */
const asked = 6;

/** Characters that share tags, category and words with this one, the most similar first. */
export function similarQuery(ref: string) {
  return queryOptions({
    queryKey: ['similar', ref] as const,
    queryFn: async ({ signal }) => {
      const params = { path: { id: ref }, query: { limit: asked } };
      return (await unwrap(api.GET('/profile/{id}/similar', { params, signal }))).data;
    },
  });
}
