import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { paths } from '#/shared/lib/paths';
import { currentUserQuery } from './api/current-user';
import { openLogin } from './modal-store';
import { useFreshDataPerUser, useSession } from './session';

/** Renders nothing until the first current-user check has ended (spec 1 §2). */
export function AuthGate({ children }: { children: ReactNode }) {
  const { isPending } = useQuery(currentUserQuery);
  return isPending ? null : <Screens>{children}</Screens>;
}

function Screens({ children }: { children: ReactNode }) {
  useFreshDataPerUser();
  return children;
}

/** For chat and account: a visitor is sent home (spec 1 §2). */
export function RequireAuth({ children }: { children: ReactNode }) {
  const session = useSession();
  return session.status === 'in' ? children : <Navigate to={paths.home.getHref()} replace />;
}

/**
 * Wraps an action that needs a signed-in user: signed in it runs at once, signed out the login
 * modal opens and the action runs after a successful login, at most once.
 */
export function useRequireLogin(): (action: () => void) => () => void {
  const session = useSession();
  return (action) => () => {
    if (session.status === 'in') action();
    else openLogin({ after: action });
  };
}
