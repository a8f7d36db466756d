import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#/shared/api/errors';
import { currentUserQuery } from '../api/current-user';
import type { LoginGoal } from '../model/login-goal';
import { openLogin } from '../model/modal-store';

/**
 * Wraps an action that needs a signed-in user. Signed in, it runs at once. Signed out, the login
 * modal opens and the action runs at most once, after a successful login (rule access-login-first).
 * The modal names the `goal`. A press during the first check of the user waits for the check. If the
 * check fails, the action runs, and its call reports the failure.
 */
export function useRequireLogin(): (action: () => void, goal?: LoginGoal) => () => void {
  const client = useQueryClient();
  return (action, goal) => async () => {
    const isOut = await client.ensureQueryData(currentUserQuery).then(
      (user) => user === null,
      () => false,
    );
    if (isOut) openLogin({ afterLogin: action, goal });
    else action();
  };
}

/**
 * Opens the login modal if `error` is a 401, and runs `retryAfterLogin` after the login. Returns false for
 * any other error. Rule accounts-login-ends.
 */
export function reopenLogin(error: Error, retryAfterLogin: () => void): boolean {
  if (!(error instanceof ApiError && error.status === 401)) return false;
  openLogin({ afterLogin: retryAfterLogin });
  return true;
}
