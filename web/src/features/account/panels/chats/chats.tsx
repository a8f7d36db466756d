import type { PanelProps } from '../../sections';

export function ChatsPanel({ user }: PanelProps) {
  return <p>{user.username}</p>;
}
