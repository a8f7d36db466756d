import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { accountKeys } from './keys';

/** Number of conversations on the profile panel (rule account-profile-panel). */
const recentChatCount = 3;

/** The figures change on other pages and in other tabs. */
const figureStaleTime = 0;

/** The latest conversations, and how many there are in all. */
export function recentChatsQuery(userId: string) {
  return queryOptions({
    queryKey: accountKeys.recentChats(userId),
    queryFn: async ({ signal }) => {
      const params = { query: { limit: recentChatCount } };
      return (await unwrap(api.GET('/user/chats', { params, signal }))).data;
    },
    staleTime: figureStaleTime,
  });
}

/** How many characters the user likes. */
export function likedCountQuery(userId: string) {
  return queryOptions({
    queryKey: accountKeys.profileFigure('liked', userId),
    queryFn: async ({ signal }) => {
      const params = { query: { limit: '1' } };
      const { data } = await unwrap(api.GET('/user/favorites', { params, signal }));
      return data.pagination.total;
    },
    staleTime: figureStaleTime,
  });
}

/** How many characters the user follows. */
export function collectedCountQuery(userId: string) {
  return queryOptions({
    queryKey: accountKeys.profileFigure('collected', userId),
    queryFn: async ({ signal }) => {
      const params = { query: { limit: 1 } };
      return (await unwrap(api.GET('/user/collections', { params, signal }))).data.total;
    },
    staleTime: figureStaleTime,
  });
}

/** How many notices the user has not read. */
export function unreadCountQuery(userId: string) {
  return queryOptions({
    queryKey: accountKeys.profileFigure('unread', userId),
    queryFn: async ({ signal }) => {
      const params = { query: { limit: 1 } };
      return (await unwrap(api.GET('/user/notifications', { params, signal }))).data.unread;
    },
    staleTime: figureStaleTime,
  });
}
