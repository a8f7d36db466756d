import { formatWholeCount } from './format-count';

/**
 * The number of unread notices in words: '1 unread notification', '2 unread notifications' (rule
 * notifications-panel).
 */
export function unreadText(count: number): string {
  return `${formatWholeCount(count)} unread notification${count === 1 ? '' : 's'}`;
}
