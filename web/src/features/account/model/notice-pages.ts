import type { Notice, NoticePage } from '#/shared/api/types';

/**
 * The page of a list after a notice was marked read (rule notifications-after-success). `filter` says which
 * notices the list shows.
 */
export function withNoticeRead(
  page: NoticePage,
  { id, is_read }: Notice,
  filter: string,
): NoticePage {
  const changedNotices = page.notifications.map((notice) =>
    notice.id === id ? { ...notice, is_read: true } : notice,
  );
  return {
    ...page,
    notifications:
      filter === 'unread' ? changedNotices.filter((notice) => notice.id !== id) : changedNotices,
    unread: page.unread - (is_read ? 0 : 1),
  };
}

/** The page after a notice was deleted. */
export function withoutNotice(page: NoticePage, { id, is_read }: Notice): NoticePage {
  return {
    ...page,
    notifications: page.notifications.filter((notice) => notice.id !== id),
    total: page.total - 1,
    unread: page.unread - (is_read ? 0 : 1),
  };
}
