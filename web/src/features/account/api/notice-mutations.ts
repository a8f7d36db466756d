import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { reopenLogin } from '#/features/auth';
import { api, unwrap } from '#/shared/api/client';
import { errorMessage, isNotFound } from '#/shared/api/errors';
import { sharedKeys } from '#/shared/api/keys';
import type { Notice, NoticePage } from '#/shared/api/types';
import { writeServerAnswer } from '#/shared/api/write-cache';
import { toast } from '#/shared/ui/toast';
import { withNoticeRead, withoutNotice } from '../model/notice-pages';
import { texts } from '../texts';
import { accountKeys } from './keys';
import { type NoticeData, type NoticeFilter, noticeFilters } from './notices-query';

/** Applies `change` to every cached page of the user's notice lists. */
async function changeNoticeLists(
  client: QueryClient,
  userId: string,
  change: (page: NoticePage, filter: NoticeFilter) => NoticePage,
): Promise<void> {
  await Promise.all(
    noticeFilters.map((show) =>
      writeServerAnswer<NoticeData>(client, accountKeys.notices(show, userId), (old) => ({
        ...old,
        pages: old.pages.map((page) => change(page, show)),
      })),
    ),
  );
  // The cached list of read notices lacks a notice that was just marked read. The call below marks the list
  // as stale.
  void client.invalidateQueries({ queryKey: sharedKeys.notices, refetchType: 'none' });
}

/** Ignores a 404: the notice was deleted in another tab. */
async function ignoreNotFound(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

/** Marks a notice read. The lists change after the server's answer (rule notifications-after-success). */
export function useMarkNoticeRead(userId: string) {
  const client = useQueryClient();
  const markReadMutation = useMutation({
    mutationFn: ({ id }: Notice) =>
      ignoreNotFound(
        unwrap(api.PATCH('/user/notifications/{id}/read', { params: { path: { id } } })),
      ),
    onSuccess: (_, notice) =>
      changeNoticeLists(client, userId, (page, show) => withNoticeRead(page, notice, show)),
    onError: (error, notice) => {
      if (reopenLogin(error, () => markReadMutation.mutate(notice))) return;
      toast.error(errorMessage(error, texts.noticeUnread));
    },
  });
  return markReadMutation;
}

/** Deletes a notice. */
export function useDeleteNotice(userId: string) {
  const client = useQueryClient();
  const deleteMutation = useMutation({
    mutationFn: ({ id }: Notice) =>
      ignoreNotFound(unwrap(api.DELETE('/user/notifications/{id}', { params: { path: { id } } }))),
    onSuccess: (_, notice) =>
      changeNoticeLists(client, userId, (page) => withoutNotice(page, notice)),
    onError: (error, notice) => {
      if (reopenLogin(error, () => deleteMutation.mutate(notice))) return;
      toast.error(errorMessage(error, texts.noticeKept));
    },
  });
  return deleteMutation;
}

/**
 * Marks all notices up to `until`, the field `newest` of a page, as read. Later notices stay unread (rule
 * notifications-all-read).
 */
export function useMarkAllNoticesRead() {
  const client = useQueryClient();
  const markReadMutation = useMutation({
    mutationFn: (until: string) =>
      unwrap(api.PATCH('/user/notifications/mark-all-read', { params: { query: { until } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: sharedKeys.notices }),
    onError: (error, until) => {
      if (reopenLogin(error, () => markReadMutation.mutate(until))) return;
      toast.error(errorMessage(error, texts.noticesUnread));
    },
  });
  return markReadMutation;
}
