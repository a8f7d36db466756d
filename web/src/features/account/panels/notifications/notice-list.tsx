import { type RefObject, useEffect, useRef } from 'react';
import type { Notice, User } from '#/shared/api/types';
import { useDeleteNotice, useMarkNoticeRead } from '../../api/notice-mutations';
import { NoticeRow } from './notice-row';

/**
 * Keeps the focus in the list when the focused button disappears with its row. Call `focusAt(index)` before the
 * change. When `notices` has changed, the row at this index gets the focus, or else the last row. Without rows,
 * `focusFallback` gets the focus. If another element has the focus by then, nothing moves the focus. Rule
 * notifications-after-success.
 */
function useRowFocus(notices: readonly Notice[], focusFallback: RefObject<HTMLElement | null>) {
  const list = useRef<HTMLUListElement>(null);
  const indexToFocus = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the rows have changed
  useEffect(() => {
    if (indexToFocus.current === null) return;
    const rows = list.current?.children ?? [];
    const row = rows[Math.min(indexToFocus.current, rows.length - 1)];
    indexToFocus.current = null;
    if (document.activeElement !== document.body) return;
    (row instanceof HTMLElement ? row : focusFallback.current)?.focus();
  }, [notices, focusFallback]);
  return { list, focusAt: (index: number) => (indexToFocus.current = index) };
}

interface NoticeListProps {
  user: User;
  notices: readonly Notice[];
  /** The element that gets the focus when the last row is removed. */
  focusFallback: RefObject<HTMLElement | null>;
}

export function NoticeList({ user, notices, focusFallback }: NoticeListProps) {
  const { list, focusAt } = useRowFocus(notices, focusFallback);
  const markRead = useMarkNoticeRead(user.id);
  const deleteNotice = useDeleteNotice(user.id);
  const isBusy = (id: string) =>
    (markRead.isPending && markRead.variables.id === id) ||
    (deleteNotice.isPending && deleteNotice.variables.id === id);
  const mutateNotice = (mutation: typeof markRead, notice: Notice, index: number) => {
    if (isBusy(notice.id)) return;
    mutation.mutate(notice, { onSuccess: () => focusAt(index) });
  };
  return (
    <ul className="notices" ref={list}>
      {notices.map((notice, index) => (
        <NoticeRow
          key={notice.id}
          notice={notice}
          isChanging={isBusy(notice.id)}
          onRead={() => mutateNotice(markRead, notice, index)}
          onDelete={() => mutateNotice(deleteNotice, notice, index)}
        />
      ))}
    </ul>
  );
}
