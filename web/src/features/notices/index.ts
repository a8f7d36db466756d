export { useUnreadCount as useUnread } from './model/unread-store';
