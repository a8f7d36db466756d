import { type InfiniteData, infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import type { NoticePage } from '#/shared/api/types';
import { accountKeys } from './keys';

/** The notices that a list shows. */
export type NoticeFilter = 'all' | 'unread' | 'read';

export const noticeFilters = ['all', 'unread', 'read'] as const satisfies readonly NoticeFilter[];

export type NoticeData = InfiniteData<NoticePage, string>;

const pageSize = 30;

/** A user's notices, the latest first. While another list is fetched, the previous list stays visible. */
export function noticesQuery(userId: string, filter: NoticeFilter) {
  return infiniteQueryOptions({
    queryKey: accountKeys.notices(filter, userId),
    staleTime: 0,
    placeholderData: keepPreviousData,
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        show: filter,
        limit: pageSize,
        ...(pageParam !== '' && { cursor: pageParam }),
      };
      return (await unwrap(api.GET('/user/notifications', { params: { query }, signal }))).data;
    },
    getNextPageParam: ({ nextCursor }) => nextCursor || undefined,
  });
}
