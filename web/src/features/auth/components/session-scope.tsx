import type { ReactNode } from 'react';
import { useEmailLinks } from '../hooks/use-email-links';
import { useFreshDataPerUser } from '../hooks/use-fresh-data-per-user';
import { useSessionWatch } from '../hooks/use-session-watch';

/**
 * The root of all screens: watches the session, resets cached data when the user changes, and follows the
 * links of mails.
 */
export function SessionScope({ children }: { children: ReactNode }) {
  useSessionWatch();
  useFreshDataPerUser();
  useEmailLinks();
  return children;
}
