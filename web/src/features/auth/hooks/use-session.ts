import { useQuery } from '@tanstack/react-query';
import type { User } from '#/shared/api/types';
import { currentUserQuery, endedLoginQuery } from '../api/current-user';

/**
 * `unknown`: the check of the user failed and is repeated (rule accounts-user-unknown). `ended`: the
 * server no longer accepts the login, and the user's screens are still open (rule accounts-login-ends).
 */
export type Session =
  | { status: 'checking' }
  | { status: 'unknown' }
  | { status: 'in'; user: User }
  | { status: 'ended'; user: User }
  | { status: 'out' };

/** Whether a user is signed in, and who. Public pages are drawn while the first check still runs (rule
 * access-public-while-checking). */
export function useSession(): Session {
  const { data: user, errorUpdateCount: failures } = useQuery(currentUserQuery);
  const { data: former } = useQuery(endedLoginQuery);
  if (user) return { status: 'in', user };
  if (user === undefined) return { status: failures > 0 ? 'unknown' : 'checking' };
  return former ? { status: 'ended', user: former } : { status: 'out' };
}
