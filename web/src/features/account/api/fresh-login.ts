import { openLogin } from '#/features/auth';
import { ApiError } from '#/shared/api/errors';
import { toast } from '#/shared/ui/toast';

/**
 * Opens the login modal if the server requires a login of the last minutes: accounts without a password
 * log in again where others enter their password (rule accounts-no-password). After the login the user
 * has to press the button again. Returns false for any other error.
 */
export function askForFreshLogin(error: Error): boolean {
  if (!(error instanceof ApiError && error.code === 'reauth_required')) return false;
  toast.error(error.message);
  openLogin({ after: () => undefined });
  return true;
}
