import { type RefObject, useEffect, useRef } from 'react';
import type { Notice, User } from '#/shared/api/types';
import { useDeleteNotice, useMarkNoticeRead } from '../../api/notice-mutations';
import { NoticeRow } from './notice-row';

/**
 * Keeps the focus in the list when the button that had it disappears. After `focusAt(index)` and the next
 * change of `notices`, the row at that index gets the focus, or `fallback` if there are no rows. A focus on
 * another element stays.
 */
function useRowFocus(notices: readonly Notice[], fallback: RefObject<HTMLElement | null>) {
  const list = useRef<HTMLUListElement>(null);
  const place = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the rows have changed
  useEffect(() => {
    if (place.current === null) return;
    const rows = list.current?.children ?? [];
    const row = rows[Math.min(place.current, rows.length - 1)];
    place.current = null;
    if (document.activeElement !== document.body) return;
    (row instanceof HTMLElement ? row : fallback.current)?.focus();
  }, [notices, fallback]);
  return { list, focusAt: (index: number) => (place.current = index) };
}

interface NoticeListProps {
  user: User;
  notices: readonly Notice[];
  /** The element that gets the focus when the last row is removed. */
  fallback: RefObject<HTMLElement | null>;
}

export function NoticeList({ user, notices, fallback }: NoticeListProps) {
  const { list, focusAt } = useRowFocus(notices, fallback);
  const reading = useMarkNoticeRead(user.id);
  const deleting = useDeleteNotice(user.id);
  const isBusy = (id: string) =>
    (reading.isPending && reading.variables.id === id) ||
    (deleting.isPending && deleting.variables.id === id);
  const change = (mutation: typeof reading, notice: Notice, index: number) => {
    if (isBusy(notice.id)) return;
    mutation.mutate(notice, { onSuccess: () => focusAt(index) });
  };
  return (
    <ul className="notices" ref={list}>
      {notices.map((notice, index) => (
        <NoticeRow
          key={notice.id}
          notice={notice}
          busy={isBusy(notice.id)}
          onRead={() => change(reading, notice, index)}
          onDelete={() => change(deleting, notice, index)}
        />
      ))}
    </ul>
  );
}
