import { type InfiniteData, infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import type { CollectedCharacter } from '#/shared/api/types';
import { collectionKeys } from './keys';

/** Characters per page. */
const pageSize = 24;

interface FollowedCharactersPage {
  characters: CollectedCharacter[];
  nextCursor: string;
  total: number;
}

export type FollowedCharactersData = InfiniteData<FollowedCharactersPage, string>;

/**
 * My Collection: the characters that the user follows, latest first. Other screens change them, so they are
 * fetched at each visit.
 */
export function followedCharactersQuery(userId: string, search: string) {
  return infiniteQueryOptions({
    queryKey: collectionKeys.followed(search, userId),
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }): Promise<FollowedCharactersPage> => {
      const query = { search, limit: pageSize, cursor: pageParam };
      return (await unwrap(api.GET('/user/collections', { params: { query }, signal }))).data;
    },
    getNextPageParam: ({ nextCursor }) => nextCursor || undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
