import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import { paths } from '#/shared/lib/paths';
import { Button } from '#/shared/ui/button';
import { currentUserQuery } from '../api/current-user';
import { useSession } from '../hooks/use-session';
import { wantedPageState } from '../model/wanted-page';

/** Shown in place of a private screen while the check of the user fails. */
function FailedUserCheckScreen() {
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

/** Sends a visitor home. `useWantedPage` opens the login modal there (rule access-link-goes-on). */
function RedirectHome() {
  const { pathname, search } = useLocation();
  const { chatId: chat } = useParams();
  const state = wantedPageState({ address: pathname + search, chat });
  return <Navigate to={paths.home.getHref()} replace state={state} />;
}

/**
 * Guards private screens. It draws nothing during the first check of the user. It redirects a visitor to home
 * (rule access-private-screens). A failed check does not redirect (rule accounts-user-unknown). If the
 * sign-in session expires, the open screen stays (rule accounts-login-ends).
 */
export function RequireAuth({ children }: { children: ReactNode }) {
  const session = useSession();
  const [opened, setOpened] = useState(false);
  if (!opened && 'user' in session) setOpened(true);
  if (session.status === 'checking') return null;
  if (session.status === 'unknown') return <FailedUserCheckScreen />;
  if (session.status !== 'out') return children;
  // After signing out, in this tab or another one, home opens without the login modal (rule
  // accounts-logout-all-tabs).
  return opened ? <Navigate to={paths.home.getHref()} replace /> : <RedirectHome />;
}
