import { openLogin } from '#/features/auth';
import { ApiError } from '#/shared/api/errors';
import { toast } from '#/shared/ui/toast';

/**
 * Handles the refusal `reauth_required`, which means that the login is not recent. It shows the reason, opens
 * the login modal and returns true. After the login the user has to press the button again. Accounts without a
 * password log in again instead of entering it (rules accounts-no-password, account-two-factor,
 * account-delete). Returns false for any other error.
 */
export function handleFreshLoginError(error: Error): boolean {
  if (!(error instanceof ApiError && error.code === 'reauth_required')) return false;
  toast.error(error.message);
  openLogin({ afterLogin: () => undefined });
  return true;
}
