import { useMutation, useQueryClient } from '@tanstack/react-query';
import { loginAgain, notifyTabs } from '#/features/auth';
import { api, unwrap } from '#/shared/api/client';
import { errorMessage } from '#/shared/api/errors';
import { sharedKeys } from '#/shared/api/keys';
import { toast } from '#/shared/ui/toast';
import type { EmailLink } from '../model/email-links';
import { texts } from '../texts';

const done = { verify: texts.confirmed, revert: texts.reverted };

function follow({ kind, token }: EmailLink): Promise<unknown> {
  const body = { token };
  return kind === 'verify'
    ? unwrap(api.POST('/auth/verify-email', { body }))
    : unwrap(api.POST('/auth/revert-email', { body }));
}

/** Confirms an address, or brings the old one back (rules accounts-open-verify, accounts-open-revert). */
export function useFollowEmailLink() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: follow,
    onSuccess: (_, { kind }) => {
      toast.success(done[kind]);
      // The first check of the login may still run with the state before the change: fetch the user again.
      void client.invalidateQueries({ queryKey: sharedKeys.me, exact: true });
      notifyTabs('changed');
    },
    onError: (error) => toast.error(errorMessage(error, texts.linkFailed)),
  });
}

/** Sends the mail that confirms the user's address again. */
export function useResendConfirmation() {
  const resending = useMutation({
    mutationFn: () => unwrap(api.POST('/auth/verify-email/resend')),
    onSuccess: () => toast.success(texts.resent),
    onError: (error) => {
      if (loginAgain(error, () => resending.mutate())) return;
      toast.error(errorMessage(error, texts.resendFailed));
    },
  });
  return resending;
}
