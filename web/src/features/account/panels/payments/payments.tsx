import type { PanelProps } from '../../sections';

export function PaymentsPanel({ user }: PanelProps) {
  return <p>{user.username}</p>;
}
