import { useMutation } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { ApiError, errorMessage } from '#/shared/api/errors';
import { sessionTexts } from '../session-texts';
import { useCompleteLogin } from './session-mutations';

interface LoginCodeOptions {
  /** Called when the challenge accepts no more codes. */
  onEnded: () => void;
  /**
   * Called after a failure that does not end the challenge. `wrong` is true if the code was wrong; a wrong
   * code uses up one try.
   */
  onRefused: (message: string, wrong: boolean) => void;
}

/**
 * Completes a sign-in that waits for a code. Tells a wrong code from an ended challenge (rule
 * accounts-two-factor-step).
 */
export function useLoginWithCode(challenge: string, { onEnded, onRefused }: LoginCodeOptions) {
  const completeLogin = useCompleteLogin();
  return useMutation({
    mutationFn: (code: string) =>
      unwrap(api.POST('/auth/login/two-factor', { body: { challenge, code } })),
    onSuccess: completeLogin,
    onError: (error) => {
      const code = error instanceof ApiError ? error.code : '';
      if (code === 'challenge_ended') onEnded();
      else onRefused(errorMessage(error, sessionTexts.loginFailed), code === 'invalid_code');
    },
  });
}
