import { type Query, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api, unwrap } from '#/shared/api/client';
import { ApiError } from '#/shared/api/errors';
import { sharedKeys } from '#/shared/api/keys';
import { onUnauthorized } from '#/shared/api/send';
import type { User } from '#/shared/api/types';
import { useNavigate } from '#/shared/hooks/use-navigate';
import { dropCredentials } from '#/shared/lib/credentials';
import { paths } from '#/shared/lib/paths';
import { reportError } from '#/shared/lib/report-error';
import { removeFromTab, removeStored, writeText } from '#/shared/lib/storage';
import { forgetVisited } from '#/shared/lib/visited';
import { toast } from '#/shared/ui/toast';
import { currentUserQuery, endedLoginQuery } from './api/current-user';
import { messages } from './messages';
import { closeModal, takeAfterLogin } from './modal-store';
import { listenToTabs, tellTabs } from './session-tabs';

/**
 * unknown: the check failed, and is made again; it may be a user. ended: the server knows the login
 * no more, while the user's screens are open.
 */
export type Session =
  | { status: 'checking' }
  | { status: 'unknown' }
  | { status: 'in'; user: User }
  | { status: 'ended'; user: User }
  | { status: 'out' };

/** Who is signed in. Public pages are drawn while the first check still runs. */
export function useSession(): Session {
  const { data: user, errorUpdateCount: failures } = useQuery(currentUserQuery);
  const { data: former } = useQuery(endedLoginQuery);
  if (user) return { status: 'in', user };
  if (user === undefined) return { status: failures > 0 ? 'unknown' : 'checking' };
  return former ? { status: 'ended', user: former } : { status: 'out' };
}

/** Asks who is signed in once more. A failure leaves what is known. */
function checkAgain(client: QueryClient): void {
  client.fetchQuery({ ...currentUserQuery, staleTime: 0 }).catch(() => undefined);
}

/** Nobody is signed in any more, and the private screens close. */
function closeSession(client: QueryClient): void {
  client.setQueryData(sharedKeys.ended, null);
  client.setQueryData(sharedKeys.me, null);
}

/** Notices a login that has ended, and what other tabs do. For what holds every screen. */
export function useSessionWatch(): void {
  const client = useQueryClient();
  useEffect(() => {
    const isIn = () => Boolean(client.getQueryData(sharedKeys.me));
    const stopListening = listenToTabs((news) => {
      if (news === 'signed-out') closeSession(client);
      else checkAgain(client);
    });
    const stopWatching = onUnauthorized(() => isIn() && checkAgain(client));
    return () => {
      stopListening();
      stopWatching();
    };
  }, [client]);
}

/**
 * Locks, likes and private lists differ by user: nothing of the former one may stay on the screen,
 * unless the login ended by itself. Runs at the root, after signed-in screens have unmounted;
 * resetting earlier would make them refetch anonymously.
 */
export function useFreshDataPerUser(): void {
  const client = useQueryClient();
  const session = useSession();
  const known = session.status !== 'checking' && session.status !== 'unknown';
  const isEnded = session.status === 'ended';
  const userId = known ? ('user' in session ? session.user.id : null) : undefined;
  const wasEnded = useRef(isEnded);
  const former = useRef(userId);
  useEffect(() => {
    const returned = wasEnded.current && !isEnded;
    wasEnded.current = isEnded;
    if (former.current === userId) {
      // The same user has logged in again: what was refused meanwhile is asked once more.
      if (returned) void client.invalidateQueries({ predicate: isNotTheUser });
      return;
    }
    const before = former.current;
    former.current = userId;
    // What was fetched while the check ran was already fetched as this user: the calls carry the
    // same credentials.
    if (before === undefined) return;
    const filter = { predicate: isNotTheUser };
    // Visitor to user: keep public data while it refetches, and with it typed text. From a user: drop
    // everything at once.
    if (before !== null) return void client.resetQueries(filter);
    void client.resetQueries({ ...filter, type: 'inactive' });
    void client.invalidateQueries({ ...filter, type: 'active' });
  }, [client, userId, isEnded]);
}

const isNotTheUser = ({ queryKey }: Query) => queryKey[0] !== sharedKeys.me[0];

/** Ends any way of signing in: stores the session, closes the modal, runs the pending callback once. */
export function useCompleteLogin() {
  const client = useQueryClient();
  return (answer: { token: string; user: User }) => {
    writeText('token', answer.token);
    client.setQueryData(sharedKeys.me, answer.user);
    client.setQueryData(sharedKeys.ended, null);
    tellTabs('signed-in');
    const after = takeAfterLogin();
    closeModal();
    toast.success(messages.loginDone);
    after?.();
  };
}

async function endServerSession(): Promise<void> {
  try {
    await unwrap(api.POST('/auth/logout'));
  } catch (error) {
    // The session is already gone, which is what was asked for.
    if (error instanceof ApiError && error.status === 401) return;
    reportError(messages.logoutFailed, error);
    throw error;
  }
}

/** Signs out in all tabs: token and drafts are cleared and home opens. A failure is logged and rethrown (spec 1 §8). */
export function useLogout() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await endServerSession();
    dropCredentials();
    tellTabs('signed-out');
    removeStored('drafts');
    removeStored('outbox');
    removeFromTab('comment_drafts');
    await forgetVisited().catch((error) => reportError('Caches could not be emptied', error));
    navigate(paths.home.getHref());
    closeSession(client);
  };
}
