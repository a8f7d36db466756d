import { useMutation } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { ApiError, errorMessage } from '#/shared/api/errors';
import { texts } from '../texts';
import { useCompleteLogin } from './session-mutations';

interface CodeOptions {
  /** The challenge takes no more codes. */
  onEnded: () => void;
  /** Any other failure. `wrong`: the code was compared and cost a try. */
  onRefused: (message: string, wrong: boolean) => void;
}

/** Ends a sign-in that waits for a code (rule accounts-two-factor-login). */
export function useLoginWithCode(challenge: string, { onEnded, onRefused }: CodeOptions) {
  const completeLogin = useCompleteLogin();
  return useMutation({
    mutationFn: (code: string) =>
      unwrap(api.POST('/auth/login/two-factor', { body: { challenge, code } })),
    onSuccess: completeLogin,
    onError: (error) => {
      const code = error instanceof ApiError ? error.code : '';
      if (code === 'challenge_ended') onEnded();
      else onRefused(errorMessage(error, texts.loginFailed), code === 'invalid_code');
    },
  });
}
