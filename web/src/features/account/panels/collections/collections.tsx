import type { PanelProps } from '../../sections';

export function CollectionsPanel({ user }: PanelProps) {
  return <p>{user.username}</p>;
}
