import { openLogin } from '#/features/auth';
import { ApiError } from '#/shared/api/errors';
import { toast } from '#/shared/ui/toast';

/**
 * If the server refuses because the login is not recent (code `reauth_required`), shows the reason, opens the
 * login modal and returns true. Accounts without a password log in again instead of entering it (rule
 * accounts-no-password). After the login the user has to press the button again. Returns false for any other
 * error.
 */
export function handleFreshLoginError(error: Error): boolean {
  if (!(error instanceof ApiError && error.code === 'reauth_required')) return false;
  toast.error(error.message);
  openLogin({ afterLogin: () => undefined });
  return true;
}
