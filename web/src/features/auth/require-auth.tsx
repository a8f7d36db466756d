import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { ApiError } from '#/shared/api/errors';
import { paths } from '#/shared/lib/paths';
import { Button } from '#/shared/ui/button';
import { currentUserQuery } from './api/current-user';
import { openLogin } from './modal-store';
import { useFreshDataPerUser, useSession, useSessionWatch } from './session';

/** Holds every screen, and lets nothing of one user stay for the next. */
export function SessionScope({ children }: { children: ReactNode }) {
  useSessionWatch();
  useFreshDataPerUser();
  return children;
}

/** In place of a private screen while nobody knows whose it is. */
function UnknownUser() {
  const { refetch, isFetching } = useQuery(currentUserQuery);
  return (
    <main className="notice-page wrap" role="alert">
      <h1 className="display t1">The line is down</h1>
      <p className="voice muted">
        The server does not answer, so this page cannot open yet. It opens by itself when the server
        is back.
      </p>
      <Button busy={isFetching} onClick={() => void refetch()}>
        Try now
      </Button>
    </main>
  );
}

/**
 * For chat and account: nothing is drawn until the first check of the user has ended, and a visitor
 * is sent home (spec 1 §2). A failed check sends nobody away, and a login that ends closes nothing
 * (spec 3 §2).
 */
export function RequireAuth({ children }: { children: ReactNode }) {
  const session = useSession();
  if (session.status === 'checking') return null;
  if (session.status === 'unknown') return <UnknownUser />;
  return session.status === 'out' ? <Navigate to={paths.home.getHref()} replace /> : children;
}

/**
 * Wraps an action that needs a signed-in user: signed in it runs at once, signed out the login
 * modal opens and the action runs after a successful login, at most once. A press while the first
 * check runs waits for its end. If that fails the action runs: its own call tells what is wrong.
 */
export function useRequireLogin(): (action: () => void) => () => void {
  const client = useQueryClient();
  return (action) => async () => {
    const isOut = await client.ensureQueryData(currentUserQuery).then(
      (user) => user === null,
      () => false,
    );
    if (isOut) openLogin({ after: action });
    else action();
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
