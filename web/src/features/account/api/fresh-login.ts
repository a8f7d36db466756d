import { openLogin } from '#/features/auth';
import { ApiError } from '#/shared/api/errors';
import { toast } from '#/shared/ui/toast';

/**
 * Opens the login modal if the server wants a login of the last minutes, which stands for the password of an
 * account without one (rule accounts-no-password). The user has to press again. Returns false for any other
 * error.
 */
export function askForFreshLogin(error: Error): boolean {
  if (!(error instanceof ApiError && error.code === 'reauth_required')) return false;
  toast.error(error.message);
  openLogin({ after: () => undefined });
  return true;
}
