import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { ApiError } from '#/shared/api/errors';
import { paths } from '#/shared/lib/paths';
import { currentUserQuery } from './api/current-user';
import { openLogin } from './modal-store';
import { useFreshDataPerUser, useSession } from './session';

/** Holds every screen, and lets nothing of one user stay for the next. */
export function SessionScope({ children }: { children: ReactNode }) {
  useFreshDataPerUser();
  return children;
}

/**
 * For chat and account: nothing is drawn until the first check of the user has ended, and a visitor
 * is sent home (spec 1 §2).
 */
export function RequireAuth({ children }: { children: ReactNode }) {
  const session = useSession();
  if (session.status === 'checking') return null;
  return session.status === 'in' ? children : <Navigate to={paths.home.getHref()} replace />;
}

/**
 * Wraps an action that needs a signed-in user: signed in it runs at once, signed out the login
 * modal opens and the action runs after a successful login, at most once. A press while the first
 * check runs waits for its end.
 */
export function useRequireLogin(): (action: () => void) => () => void {
  const client = useQueryClient();
  return (action) => async () => {
    const user = await client.ensureQueryData(currentUserQuery);
    if (user) action();
    else openLogin({ after: action });
  };
}

/**
 * For an action that the server has refused because the login ended meanwhile: asks for a new one,
 * after which the action is done again. False when that was not the reason.
 */
export function loginAgain(error: Error, again: () => void): boolean {
  if (!(error instanceof ApiError && error.status === 401)) return false;
  openLogin({ after: again });
  return true;
}
