import { type InfiniteData, infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import type { NoticePage } from '#/shared/api/types';
import { accountKeys } from './keys';

/** Which notices a list has. */
export type Show = 'all' | 'unread' | 'read';

export const shows = ['all', 'unread', 'read'] as const satisfies readonly Show[];

export type NoticeData = InfiniteData<NoticePage, string>;

const pageSize = 30;

/** A user's notices, the latest first. Another list keeps its counts until the new one is read. */
export function noticesQuery(userId: string, show: Show) {
  return infiniteQueryOptions({
    queryKey: accountKeys.notices(show, userId),
    staleTime: 0,
    placeholderData: keepPreviousData,
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const query = { show, limit: pageSize, ...(pageParam !== '' && { cursor: pageParam }) };
      return (await unwrap(api.GET('/user/notifications', { params: { query }, signal }))).data;
    },
    getNextPageParam: ({ nextCursor }) => nextCursor || undefined,
  });
}
