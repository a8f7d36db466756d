import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { reopenLogin } from '#/features/auth';
import { api, unwrap } from '#/shared/api/client';
import { errorMessage, fieldErrors } from '#/shared/api/errors';
import { sharedKeys } from '#/shared/api/keys';
import type { TwoFactorSetup } from '#/shared/api/types';
import { toast } from '#/shared/ui/toast';
import { texts } from '../texts';
import { handleFreshLoginError } from './fresh-login';
import { accountKeys } from './keys';
import { recoveryCodesQuery } from './recovery-codes-query';

/** The text of a form with one field: a password or a code. */
export interface PasswordOrCodeInput {
  passwordOrCode: string;
  /** Shows at the field why the call failed. */
  showRefusal: (message: string) => void;
}

const refetchUser = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: sharedKeys.me, exact: true });

/**
 * Returns the `onError` of the mutations below. If a new login is needed, it opens the login modal, and the
 * user has to press the button again. Otherwise it shows the reason at the field. It also fetches the user
 * again, because another tab, or an earlier call whose answer was lost, may have made the change. Rule
 * account-two-factor.
 */
function useFailureHandler() {
  const client = useQueryClient();
  return (error: Error, { showRefusal }: PasswordOrCodeInput) => {
    if (reopenLogin(error, () => undefined) || handleFreshLoginError(error)) return;
    void refetchUser(client);
    const { password } = fieldErrors(error, ['password']);
    showRefusal(password ?? errorMessage(error, texts.unreachable));
  };
}

/** Fetches a secret for an authenticator app. Two-factor sign-in is not on yet. */
export function useBeginTwoFactor(onDone: (setup: TwoFactorSetup) => void) {
  return useMutation({
    mutationFn: ({ passwordOrCode }: PasswordOrCodeInput) =>
      unwrap(api.POST('/user/two-factor', { body: { password: passwordOrCode } })),
    onSuccess: (setup) => onDone(setup),
    onError: useFailureHandler(),
  });
}

/** Turns two-factor sign-in on with the app's first code. The server then ends the user's other sessions. */
export function useConfirmTwoFactor(userId: string, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ passwordOrCode }: PasswordOrCodeInput) =>
      unwrap(api.POST('/user/two-factor/confirm', { body: { code: passwordOrCode } })),
    onSuccess: ({ recovery_codes }) => {
      client.setQueryData(recoveryCodesQuery(userId).queryKey, recovery_codes);
      onDone();
      toast.success(texts.twoFactorOn);
      void refetchUser(client);
      void client.invalidateQueries({ queryKey: accountKeys.logins(userId) });
    },
    onError: useFailureHandler(),
  });
}

/** Turns two-factor sign-in off. */
export function useDisableTwoFactor(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ passwordOrCode }: PasswordOrCodeInput) => {
      await unwrap(api.DELETE('/user/two-factor', { body: { password: passwordOrCode } }));
      await refetchUser(client);
    },
    onSuccess: () => {
      onDone();
      toast.success(texts.twoFactorOff);
    },
    onError: useFailureHandler(),
  });
}
