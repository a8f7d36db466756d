import type { PanelProps } from '../../sections';

export function NotificationsPanel({ user }: PanelProps) {
  return <p>{user.username}</p>;
}
