import type { ReactNode } from 'react';
import { useFreshDataPerUser } from '../hooks/use-fresh-data-per-user';
import { useSessionWatch } from '../hooks/use-session-watch';

/** The root of all screens: follows the session and keeps one user's data from the next user. */
export function SessionScope({ children }: { children: ReactNode }) {
  useSessionWatch();
  useFreshDataPerUser();
  return children;
}
