import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { loginAgain } from '#/features/auth';
import { api, unwrap } from '#/shared/api/client';
import { errorMessage, fieldErrors } from '#/shared/api/errors';
import { sharedKeys } from '#/shared/api/keys';
import type { TwoFactorSetup } from '#/shared/api/types';
import { toast } from '#/shared/ui/toast';
import { texts } from '../texts';
import { askForFreshLogin } from './fresh-login';
import { accountKeys } from './keys';
import { recoveryCodesQuery } from './recovery-codes-query';

/** What was typed in the one field of a form. */
export interface Entry {
  text: string;
  /** Shows why the call failed at the field. */
  showRefusal: (message: string) => void;
}

const refetchUser = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: sharedKeys.me, exact: true });

/**
 * Handles a failure. After an ended login the user has to press again. The user is fetched again, because
 * another tab or a call without an answer may have made the change.
 */
function useRefused() {
  const client = useQueryClient();
  return (error: Error, { showRefusal }: Entry) => {
    if (loginAgain(error, () => undefined) || askForFreshLogin(error)) return;
    void refetchUser(client);
    const { password } = fieldErrors(error, ['password']);
    showRefusal(password ?? errorMessage(error, texts.unreachable));
  };
}

/** Fetches a secret for an authenticator app. Nothing is on yet (rule accounts-two-factor-setup). */
export function useBeginTwoFactor(onDone: (setup: TwoFactorSetup) => void) {
  return useMutation({
    mutationFn: ({ text }: Entry) =>
      unwrap(api.POST('/user/two-factor', { body: { password: text } })),
    onSuccess: (setup) => onDone(setup),
    onError: useRefused(),
  });
}

/** Turns two-factor sign-in on with the app's first code, which ends the user's other sessions. */
export function useConfirmTwoFactor(userId: string, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ text }: Entry) =>
      unwrap(api.POST('/user/two-factor/confirm', { body: { code: text } })),
    onSuccess: ({ recovery_codes }) => {
      client.setQueryData(recoveryCodesQuery(userId).queryKey, recovery_codes);
      onDone();
      toast.success(texts.twoFactorOn);
      void refetchUser(client);
      void client.invalidateQueries({ queryKey: accountKeys.logins(userId) });
    },
    onError: useRefused(),
  });
}

/** Turns two-factor sign-in off (rule accounts-two-factor-off). */
export function useDisableTwoFactor(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ text }: Entry) => {
      await unwrap(api.DELETE('/user/two-factor', { body: { password: text } }));
      await refetchUser(client);
    },
    onSuccess: () => {
      onDone();
      toast.success(texts.twoFactorOff);
    },
    onError: useRefused(),
  });
}
