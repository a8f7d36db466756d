import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import type { Character } from '#/shared/api/types';
import { catalogueKeys } from './keys';

async function searchCharacters(
  words: string,
  limit: number,
  signal: AbortSignal,
): Promise<Character[]> {
  const query = { search: words, limit };
  return (await unwrap(api.GET('/characters', { params: { query }, signal }))).data;
}

/**
 * At most `limit` characters to offer instead of an unknown one: first those whose name is like `slug`, then
 * any others.
 */
export const alternativesQuery = (slug: string, limit: number) =>
  queryOptions({
    queryKey: catalogueKeys.alternatives(slug, limit),
    queryFn: async ({ signal }) => {
      const words = slug
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()
        .slice(0, 100);
      const alikeCharacters = words === '' ? [] : await searchCharacters(words, limit, signal);
      if (alikeCharacters.length >= limit) return alikeCharacters;
      const unfilteredCharacters = await searchCharacters('', limit, signal);
      const otherCharacters = unfilteredCharacters.filter(({ id }) =>
        alikeCharacters.every((one) => one.id !== id),
      );
      return [...alikeCharacters, ...otherCharacters].slice(0, limit);
    },
    staleTime: 60_000,
  });
