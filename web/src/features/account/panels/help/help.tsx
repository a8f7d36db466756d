import type { PanelProps } from '../../sections';

export function HelpPanel({ user }: PanelProps) {
  return <p>{user.username}</p>;
}
