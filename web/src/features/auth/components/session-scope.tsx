import type { ReactNode } from 'react';
import { useFreshDataPerUser } from '../hooks/use-fresh-data-per-user';
import { useSessionWatch } from '../hooks/use-session-watch';

/** The root of all screens: watches the session and resets cached data when the user changes. */
export function SessionScope({ children }: { children: ReactNode }) {
  useSessionWatch();
  useFreshDataPerUser();
  return children;
}
