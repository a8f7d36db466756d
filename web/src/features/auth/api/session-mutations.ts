import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { ApiError, errorMessage } from '#/shared/api/errors';
import { sharedKeys } from '#/shared/api/keys';
import type { User } from '#/shared/api/types';
import { dropCredentials } from '#/shared/browser/credentials';
import { removeFromTab, removeStored, writeText } from '#/shared/browser/storage';
import { emptyVisitedCaches } from '#/shared/browser/visited-caches';
import { useNavigate } from '#/shared/hooks/use-navigate';
import { paths } from '#/shared/lib/paths';
import { reportError } from '#/shared/lib/report-error';
import { toast } from '#/shared/ui/toast';
import type { LoginValues, RegisterValues } from '../model/auth-forms';
import {
  closeModal,
  openTwoFactor,
  switchModal,
  takeLoginCallback,
  useModalStore,
} from '../model/modal-store';
import { notifyTabs } from '../model/session-tabs';
import { sessionTexts } from '../session-texts';
import { signOutInCache } from './current-user';

/**
 * Returns a function that completes a login: it stores the session, closes the modal and runs the pending
 * callback once (rule accounts-login-done).
 */
export function useCompleteLogin() {
  const client = useQueryClient();
  return (answer: { token: string; user: User }) => {
    writeText('token', answer.token);
    client.setQueryData(sharedKeys.me, answer.user);
    client.setQueryData(sharedKeys.ended, null);
    notifyTabs('signed-in');
    const afterLogin = takeLoginCallback();
    closeModal();
    toast.success(sessionTexts.loginDone);
    afterLogin?.();
  };
}

/**
 * If the error says that a two-factor code is needed, shows the step for it and returns true. Returns false
 * for any other error. Rule accounts-two-factor-step.
 */
function openTwoFactorIfRequired(error: Error, email: string): boolean {
  if (!(error instanceof ApiError && error.code === 'two_factor_required')) return false;
  // The user may have closed the modal while the call ran.
  if (useModalStore.getState().modal === 'login') openTwoFactor(error.challenge, email);
  return true;
}

/**
 * Signs in. `showRefusal` shows an error at its field. It returns false if the error belongs to no field;
 * then a toast shows it (rule accounts-login-other-failure).
 */
export function useLogin(showRefusal: (error: Error) => boolean) {
  const completeLogin = useCompleteLogin();
  return useMutation({
    mutationFn: ({ email, password }: LoginValues) =>
      unwrap(api.POST('/auth/login', { body: { email, password } })),
    onSuccess: completeLogin,
    onError: (error, { email }) => {
      if (openTwoFactorIfRequired(error, email)) return;
      if (!showRefusal(error)) toast.error(errorMessage(error, sessionTexts.loginFailed));
    },
  });
}

/**
 * Creates an account, then opens the login modal with its address (rules accounts-register-signs-nobody-in,
 * accounts-typed-kept).
 */
export function useRegister(showRefusal: (error: Error) => boolean) {
  return useMutation({
    mutationFn: ({ name, email, password }: RegisterValues) =>
      unwrap(api.POST('/auth/register', { body: { name, email, password } })),
    onSuccess: (_, { email }) => {
      toast.success(sessionTexts.registerDone);
      switchModal('login', { email });
    },
    onError: (error) => {
      if (!showRefusal(error)) toast.error(errorMessage(error, sessionTexts.registerFailed));
    },
  });
}

async function endServerSession(): Promise<void> {
  try {
    await unwrap(api.POST('/auth/logout'));
  } catch (error) {
    // 401: the session no longer exists, so the sign-out has succeeded.
    if (error instanceof ApiError && error.status === 401) return;
    reportError(sessionTexts.logoutFailed, error);
    throw error;
  }
}

/**
 * Returns a function to call after the server has ended the session. The function signs out in all tabs and
 * opens home (rule accounts-logout). It removes the user's data from this browser: credentials, drafts, unsent
 * messages, a payment to resume, and caches of visited pictures and scripts. The deletion of an account calls
 * the function, too (rule account-delete).
 */
export function useLeaveSession() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    dropCredentials();
    notifyTabs('signed-out');
    removeStored('drafts');
    removeStored('outbox');
    removeFromTab('comment_drafts');
    removeFromTab('payment');
    await emptyVisitedCaches().catch((error) => reportError('Caches could not be emptied', error));
    navigate(paths.home.getHref());
    signOutInCache(client);
  };
}

/**
 * Signs out. It first cancels running fetches of conversation lists: after the sign-out such a fetch would get
 * a 401. A failure is logged and shown in a toast (rule accounts-logout-failure).
 */
export function useLogout() {
  const client = useQueryClient();
  const leave = useLeaveSession();
  return useMutation({
    mutationFn: async () => {
      await client.cancelQueries({ queryKey: sharedKeys.sessions });
      await endServerSession();
      await leave();
    },
    onError: (error) => {
      toast.error(errorMessage(error, sessionTexts.logoutFailed));
      void client.invalidateQueries({ queryKey: sharedKeys.sessions });
    },
  });
}
