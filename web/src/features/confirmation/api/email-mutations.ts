import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notifyTabs, reopenLogin } from '#/features/auth';
import { api, unwrap } from '#/shared/api/client';
import { errorMessage } from '#/shared/api/errors';
import { sharedKeys } from '#/shared/api/keys';
import { toast } from '#/shared/ui/toast';
import type { EmailLink } from '../model/email-links';
import { texts, unsubscribedText } from '../texts';

/** Makes the API call of a mail's link. Returns the sentence that tells the user what the link has done. */
async function requestLinkAction({ kind, token }: EmailLink): Promise<string> {
  const body = { token };
  if (kind === 'unsubscribe') {
    const params = { path: { token } };
    const { group } = await unwrap(api.POST('/unsubscribe/{token}', { params }));
    return unsubscribedText(group);
  }
  if (kind === 'verify') {
    await unwrap(api.POST('/auth/verify-email', { body }));
    return texts.confirmed;
  }
  await unwrap(api.POST('/auth/revert-email', { body }));
  return texts.reverted;
}

/**
 * Confirms an email address, restores the former address, or stops mail
 * (rules accounts-open-verify, accounts-open-revert, notifications-unsubscribe).
 */
export function useFollowEmailLink() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: requestLinkAction,
    onSuccess: (sentence, { kind }) => {
      toast.success(sentence);
      if (kind === 'unsubscribe') return;
      // Fetches the user again. The request with which the page began may return the user before the change.
      void client.invalidateQueries({ queryKey: sharedKeys.me, exact: true });
      notifyTabs('changed');
    },
    onError: (error) => toast.error(errorMessage(error, texts.linkFailed)),
  });
}

/** Sends another mail with which the user can confirm their address. */
export function useResendConfirmation() {
  const resendMutation = useMutation({
    mutationFn: () => unwrap(api.POST('/auth/verify-email/resend')),
    onSuccess: () => toast.success(texts.resent),
    onError: (error) => {
      if (reopenLogin(error, () => resendMutation.mutate())) return;
      toast.error(errorMessage(error, texts.resendFailed));
    },
  });
  return resendMutation;
}
