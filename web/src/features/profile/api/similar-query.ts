import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { sharedKeys } from '#/shared/api/keys';

/** How many characters are requested (rule profile-similar-number). */
const similarCount = 6;

/** Characters that share tags, category and words with this one, the most similar first. */
export function similarQuery(ref: string) {
  return queryOptions({
    queryKey: sharedKeys.similar(ref),
    queryFn: async ({ signal }) => {
      const params = { path: { id: ref }, query: { limit: similarCount } };
      return (await unwrap(api.GET('/profile/{id}/similar', { params, signal }))).data;
    },
  });
}
