import { type InfiniteData, infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import type { FavoritePage } from '#/shared/api/types';
import type { FavoriteListOptions } from '../model/favorite-filters';
import { nextFavoritePage } from '../model/favorite-pages';
import { accountKeys } from './keys';

/** Favourites per page (rule favorites-scroll). */
const pageSize = 6;

export type FavoriteData = InfiniteData<FavoritePage, number>;

/** The characters that the user likes. Other screens change them, so they are fetched at each visit. */
export function favoritesQuery(userId: string, options: FavoriteListOptions) {
  const { search, sort, type, minLikes, minChats } = options;
  return infiniteQueryOptions({
    queryKey: accountKeys.favorites(options, userId),
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        page: String(pageParam),
        limit: String(pageSize),
        search,
        sort,
        ...(type !== 'all' && { is_free: String(type === 'free') }),
        ...(minLikes > 0 && { min_likes: String(minLikes) }),
        ...(minChats > 0 && { min_chats: String(minChats) }),
      };
      return (await unwrap(api.GET('/user/favorites', { params: { query }, signal }))).data;
    },
    getNextPageParam: (_, pages, lastNumber) => nextFavoritePage(pages, lastNumber),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
