import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { errorMessage } from '#/shared/api/errors';
import { sharedKeys } from '#/shared/api/keys';
import type { User } from '#/shared/api/types';
import { writeText } from '#/shared/browser/storage';
import { toast } from '#/shared/ui/toast';
import type { LoginValues, RegisterValues } from '../model/auth-forms';
import { closeModal, switchModal, takeAfterLogin } from '../model/modal-store';
import { notifyTabs } from '../model/session-tabs';
import { texts } from '../texts';

/** After a login: stores the session, closes the modal and runs the pending callback once. */
function useCompleteLogin() {
  const client = useQueryClient();
  return (answer: { token: string; user: User }) => {
    writeText('token', answer.token);
    client.setQueryData(sharedKeys.me, answer.user);
    client.setQueryData(sharedKeys.ended, null);
    notifyTabs('signed-in');
    const after = takeAfterLogin();
    closeModal();
    toast.success(texts.loginDone);
    after?.();
  };
}

/** Signs in. `showRefusal` returns false for an error that belongs to no field; a toast shows it. */
export function useLogin(showRefusal: (error: Error) => boolean) {
  const completeLogin = useCompleteLogin();
  return useMutation({
    mutationFn: ({ email, password }: LoginValues) =>
      unwrap(api.POST('/auth/login', { body: { email, password } })),
    onSuccess: completeLogin,
    onError: (error) => {
      if (!showRefusal(error)) toast.error(errorMessage(error, texts.loginFailed));
    },
  });
}

/** Creates an account, then opens the login modal (rule accounts-register-signs-nobody-in). */
export function useRegister(showRefusal: (error: Error) => boolean) {
  return useMutation({
    mutationFn: ({ name, email, password }: RegisterValues) =>
      unwrap(api.POST('/auth/register', { body: { name, email, password } })),
    onSuccess: () => {
      toast.success(texts.registerDone);
      switchModal('login');
    },
    onError: (error) => {
      if (!showRefusal(error)) toast.error(errorMessage(error, texts.registerFailed));
    },
  });
}
