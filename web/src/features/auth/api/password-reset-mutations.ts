import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorMessage } from '#/shared/api/errors';
import { toast } from '#/shared/ui/toast';
import { switchModal, useModalStore } from '../model/modal-store';
import type { ResendWait } from '../model/resend-wait';
import { resendWaitSeconds, texts } from '../texts';
import { checkUserAgain } from './current-user';
import {
  type ResetProof,
  resetPassword,
  retryAfterSeconds,
  sendOtp,
  verifyOtp,
} from './password-reset';

interface SendOtpOptions {
  onSent: (email: string) => void;
  /** Called with the time to wait before another code can be sent to the address. */
  onWait: (wait: ResendWait) => void;
  /** Shows the error at its field. Returns false if it belongs to no field; then a toast shows it. */
  showRefusal: (error: Error) => boolean;
}

/** Requests a one-time code by mail (rules accounts-forgot-toasts, accounts-forgot-resend). */
export function useSendOtp({ onSent, onWait, showRefusal }: SendOtpOptions) {
  const startResendWait = (email: string, seconds: number | null) => {
    if (seconds !== null) onWait({ email, startMs: Date.now(), seconds });
  };
  return useMutation({
    mutationFn: sendOtp,
    onSuccess: (_, email) => {
      toast.success(texts.otpSent);
      startResendWait(email, resendWaitSeconds);
      onSent(email);
    },
    onError: (error, email) => {
      startResendWait(email, retryAfterSeconds(error));
      if (!showRefusal(error)) toast.error(errorMessage(error, texts.otpSendFailed));
    },
  });
}

interface VerifyOtpOptions {
  onVerified: (otp: string) => void;
  /** Shows `message` at the field if the error belongs there. A toast shows it in any case. */
  showRefusal: (error: Error, message: string) => void;
}

/** Checks a code that was sent to `email` (rule accounts-forgot-toasts). */
export function useVerifyOtp(email: string, { onVerified, showRefusal }: VerifyOtpOptions) {
  return useMutation({
    mutationFn: (otp: string) => verifyOtp(email, otp),
    onSuccess: (_, otp) => {
      toast.success(texts.otpVerified);
      onVerified(otp);
    },
    onError: (error) => {
      const message = errorMessage(error, texts.otpInvalid);
      toast.error(message);
      showRefusal(error, message);
    },
  });
}

/**
 * Sets the new password, then opens the login modal (rule accounts-forgot-done). If the proof contains an email
 * address, the modal shows it. If `showRefusal` returns false, a toast shows the error.
 */
export function useResetPassword(proof: ResetProof, showRefusal: (error: Error) => boolean) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (password: string) => resetPassword(proof, password),
    onSuccess: () => {
      toast.success(texts.resetDone);
      // The reset has ended all sessions of the account, which may include the session of this browser.
      checkUserAgain(client);
      // The user may have closed the modal while the call ran.
      if (useModalStore.getState().modal !== 'forgot') return;
      switchModal('login', 'email' in proof ? { email: proof.email } : {});
    },
    onError: (error) => {
      if (!showRefusal(error)) toast.error(errorMessage(error, texts.resetFailed));
    },
  });
}
