export { useUnread } from './model/unread-store';
