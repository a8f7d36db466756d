import type { PanelProps } from '../../sections';

export function FavoritesPanel({ user }: PanelProps) {
  return <p>{user.username}</p>;
}
