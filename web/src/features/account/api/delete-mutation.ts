import { useMutation } from '@tanstack/react-query';
import { reopenLogin, useLeaveSession } from '#/features/auth';
import { api, unwrap } from '#/shared/api/client';
import { errorMessage, fieldErrors } from '#/shared/api/errors';
import type { FormErrors } from '#/shared/hooks/use-form';
import { toast } from '#/shared/ui/toast';
import { texts } from '../texts';
import { handleFreshLoginError } from './fresh-login';

/**
 * Deletes the account and ends the session in all tabs (rule account-delete). `showErrors` returns false if
 * the error belongs to no field; a toast then shows the error. If the login has expired or is too old, the
 * login modal opens. The user has to press the button again after the login.
 */
export function useDeleteAccount(showErrors: (errors: FormErrors<'password'>) => boolean) {
  const leave = useLeaveSession();
  return useMutation({
    mutationFn: async (password: string) => {
      await unwrap(api.DELETE('/user/account', { body: { password } }));
      await leave();
    },
    onSuccess: () => toast.success(texts.deleted),
    onError: (error) => {
      if (reopenLogin(error, () => undefined) || handleFreshLoginError(error)) return;
      if (showErrors(fieldErrors(error, ['password']))) return;
      toast.error(errorMessage(error, texts.deleteFailed));
    },
  });
}
