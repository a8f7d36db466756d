import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#/shared/api/errors';
import { currentUserQuery } from '../api/current-user';
import type { LoginGoal } from '../model/login-goal';
import { openLogin } from '../model/modal-store';

/**
 * Wraps an action that needs a signed-in user:
 *   - signed in: the action runs at once
 *   - signed out: the login modal opens and names the `goal`. The action runs at most once, after a login (rule
 *     access-login-first).
 *   - during the first check of the user: the press waits for the check
 *   - after a failed check: the action runs, and its call reports the failure
 */
export function useRequireLogin(): (action: () => void, goal?: LoginGoal) => () => void {
  const client = useQueryClient();
  return (action, goal) => async () => {
    const isSignedOut = await client.ensureQueryData(currentUserQuery).then(
      (user) => user === null,
      () => false,
    );
    if (isSignedOut) openLogin({ afterLogin: action, goal });
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
