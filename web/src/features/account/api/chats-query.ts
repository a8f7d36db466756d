import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { sharedKeys } from '#/shared/api/keys';
import type { ChatListOptions } from '../model/chat-list-options';
import { midnightBefore, periodBounds } from '../model/chat-period';

/** Chats per page (rule chats-list). */
const pageSize = 50;

/** The user's conversations, the latest first. The days of a period are counted back from `now`. */
export function chatsQuery(userId: string, { search, period }: ChatListOptions, now: Date) {
  const midnight = period === 'all' ? '' : midnightBefore(now, 0).toISOString();
  return infiniteQueryOptions({
    queryKey: [...sharedKeys.chatHistory, search, period, midnight, userId] as const,
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        limit: pageSize,
        search,
        ...periodBounds(period, now),
        ...(pageParam !== '' && { cursor: pageParam }),
      };
      return (await unwrap(api.GET('/user/chats', { params: { query }, signal }))).data;
    },
    getNextPageParam: ({ nextCursor }) => nextCursor || undefined,
    placeholderData: keepPreviousData,
    // New messages change the list.
    staleTime: 0,
  });
}
