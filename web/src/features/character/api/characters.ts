import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';

export const characterKeys = {
  all: ['characters'] as const,
};

/** Every listed character, in the server's order. Locks are those of the signed-in user. */
export const charactersQuery = queryOptions({
  queryKey: characterKeys.all,
  queryFn: async ({ signal }) => (await unwrap(api.GET('/characters', { signal }))).data,
});
