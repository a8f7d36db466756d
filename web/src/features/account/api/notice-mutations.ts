import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { loginAgain } from '#/features/auth';
import { api, unwrap } from '#/shared/api/client';
import { errorMessage, isNotFound } from '#/shared/api/errors';
import { sharedKeys } from '#/shared/api/keys';
import type { Notice, NoticePage } from '#/shared/api/types';
import { writeThrough } from '#/shared/api/write-through';
import { toast } from '#/shared/ui/toast';
import { withoutNotice, withRead } from '../model/notice-pages';
import { texts } from '../texts';
import { accountKeys } from './keys';
import { type NoticeData, type Show, shows } from './notices-query';

/** Changes the pages of all lists of the user that are cached. */
async function changeLists(
  client: QueryClient,
  userId: string,
  change: (page: NoticePage, show: Show) => NoticePage,
): Promise<void> {
  await Promise.all(
    shows.map((show) =>
      writeThrough<NoticeData>(client, accountKeys.notices(show, userId), (old) => ({
        ...old,
        pages: old.pages.map((page) => change(page, show)),
      })),
    ),
  );
  // The list of read notices gets a row that no page of it has.
  void client.invalidateQueries({ queryKey: sharedKeys.notices, refetchType: 'none' });
}

/** A notice that is gone already was deleted in another tab. */
async function ignoreGone(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

/** Marks a notice read. The lists change once the server has done it (rule notifications-after-success). */
export function useReadNotice(userId: string) {
  const client = useQueryClient();
  const reading = useMutation({
    mutationFn: ({ id }: Notice) =>
      ignoreGone(unwrap(api.PATCH('/user/notifications/{id}/read', { params: { path: { id } } }))),
    onSuccess: (_, notice) =>
      changeLists(client, userId, (page, show) => withRead(page, notice, show)),
    onError: (error, notice) => {
      if (loginAgain(error, () => reading.mutate(notice))) return;
      toast.error(errorMessage(error, texts.noticeUnread));
    },
  });
  return reading;
}

/** Deletes a notice. */
export function useDeleteNotice(userId: string) {
  const client = useQueryClient();
  const deleting = useMutation({
    mutationFn: ({ id }: Notice) =>
      ignoreGone(unwrap(api.DELETE('/user/notifications/{id}', { params: { path: { id } } }))),
    onSuccess: (_, notice) => changeLists(client, userId, (page) => withoutNotice(page, notice)),
    onError: (error, notice) => {
      if (loginAgain(error, () => deleting.mutate(notice))) return;
      toast.error(errorMessage(error, texts.noticeKept));
    },
  });
  return deleting;
}

/** Marks all notices read, except those that arrived after the page whose `newest` is given. */
export function useReadAllNotices() {
  const client = useQueryClient();
  const reading = useMutation({
    mutationFn: (until: string) =>
      unwrap(api.PATCH('/user/notifications/mark-all-read', { params: { query: { until } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: sharedKeys.notices }),
    onError: (error, until) => {
      if (loginAgain(error, () => reading.mutate(until))) return;
      toast.error(errorMessage(error, texts.noticesUnread));
    },
  });
  return reading;
}
