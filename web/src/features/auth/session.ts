import { type Query, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { api, unwrap } from '#/shared/api/client';
import { ApiError } from '#/shared/api/errors';
import { sharedKeys } from '#/shared/api/keys';
import type { User } from '#/shared/api/types';
import { dropCredentials } from '#/shared/lib/credentials';
import { paths } from '#/shared/lib/paths';
import { reportError } from '#/shared/lib/report-error';
import { removeFromTab, removeStored, writeText } from '#/shared/lib/storage';
import { forgetVisited } from '#/shared/lib/visited';
import { toast } from '#/shared/ui/toast';
import { currentUserQuery } from './api/current-user';
import { messages } from './messages';
import { closeModal, takeAfterLogin } from './modal-store';

export type Session = { status: 'checking' } | { status: 'in'; user: User } | { status: 'out' };

/** Who is signed in. Public pages are drawn while the first check still runs. */
export function useSession(): Session {
  const { data: user } = useQuery(currentUserQuery);
  if (user === undefined) return { status: 'checking' };
  return user ? { status: 'in', user } : { status: 'out' };
}

/**
 * Locks, likes and private lists differ by user: nothing of the former one may stay on the screen.
 * An effect of what holds every screen, because it runs after those that a sign-out closes are gone:
 * earlier, they would ask for their lists again in nobody's name.
 */
export function useFreshDataPerUser(): void {
  const client = useQueryClient();
  const { data: user } = useQuery(currentUserQuery);
  const userId = user === undefined ? undefined : (user?.id ?? null);
  const former = useRef(userId);
  useEffect(() => {
    if (former.current === userId) return;
    const before = former.current;
    former.current = userId;
    // What was fetched while the check ran was already fetched as this user: the calls carry the
    // same credentials.
    if (before === undefined) return;
    const filter = { predicate: ({ queryKey }: Query) => queryKey[0] !== sharedKeys.me[0] };
    // What a visitor looks at is everybody's: it may stay until the user's own has come, and with it
    // what was being written. Of a user nothing may.
    if (before !== null) return void client.resetQueries(filter);
    void client.resetQueries({ ...filter, type: 'inactive' });
    void client.invalidateQueries({ ...filter, type: 'active' });
  }, [client, userId]);
}

/** Ends any way of signing in: stores the session, closes the modal, runs the pending callback once. */
export function useCompleteLogin() {
  const client = useQueryClient();
  return (answer: { token: string; user: User }) => {
    writeText('token', answer.token);
    client.setQueryData(sharedKeys.me, answer.user);
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

/** Signs out: token and drafts are cleared and home opens. A failure is logged and rethrown (spec 1 §8). */
export function useLogout() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await endServerSession();
    dropCredentials();
    removeStored('drafts');
    removeFromTab('comment_drafts');
    await forgetVisited().catch((error) => reportError('Caches could not be emptied', error));
    await navigate(paths.home.getHref());
    client.setQueryData(sharedKeys.me, null);
  };
}
