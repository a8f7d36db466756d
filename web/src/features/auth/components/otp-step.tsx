import { useForm } from '#/shared/hooks/use-form';
import { isOtpRefused } from '../api/password-reset';
import { useSendOtp, useVerifyOtp } from '../api/password-reset-mutations';
import { useSecondsLeft } from '../hooks/use-seconds-left';
import type { ResendWait } from '../model/resend-wait';
import { checkOtp, unchangedValues } from '../model/reset-forms';
import { resendWaitText } from '../texts';
import { OtpField } from './otp-field';
import { StepButtons } from './reset-buttons';
import { ResetStep } from './reset-step';

interface OtpStepProps {
  email: string;
  /** Initial value of the field. */
  otp: string;
  /**
   * Why the server refused the code together with the new password; undefined if it did not. Shown at the
   * field (rule accounts-forgot-refused-code).
   */
  refusal: string | undefined;
  wait: ResendWait | null;
  onWait: (wait: ResendWait) => void;
  onVerified: (otp: string) => void;
  onBack: () => void;
}

/** Step 2 of a forgotten password: the code from the mail. */
export function OtpStep({ email, otp, refusal, wait, onWait, onVerified, onBack }: OtpStepProps) {
  const { form, field, setValues, showErrors } = useForm({
    initialValues: { otp },
    initialErrors: refusal === undefined ? {} : { otp: refusal },
    prepare: unchangedValues,
    check: checkOtp,
    onSubmit: (checked) => verify.mutate(checked.otp),
  });
  const findInput = () => form.ref.current?.querySelector('input');
  const verify = useVerifyOtp(email, {
    onVerified,
    showRefusal: (error, message) => {
      if (isOtpRefused(error)) showErrors({ otp: message });
      // The next digit replaces the refused code.
      findInput()?.select();
    },
  });
  const resend = useSendOtp({
    onSent: () => setValues({ otp: '' }),
    onWait: (next) => {
      // The button is about to be disabled, which would drop the focus.
      findInput()?.focus();
      onWait(next);
    },
    showRefusal: () => false,
  });
  const seconds = useSecondsLeft(wait, email);
  return (
    <ResetStep
      step={2}
      title="Check your email"
      intro={`We wrote to ${email}. The code lives for ten minutes.`}
      form={form}
    >
      <OtpField label="OTP" {...field('otp')} />
      <div className="reset__resend">
        <span role="timer">{seconds > 0 && resendWaitText(seconds)}</span>
        <button
          type="button"
          className="link link--strong"
          disabled={seconds > 0}
          aria-disabled={resend.isPending || undefined}
          onClick={() => !resend.isPending && resend.mutate(email)}
        >
          Resend OTP
        </button>
      </div>
      <StepButtons label="Verify OTP" isSending={verify.isPending} onBack={onBack} />
    </ResetStep>
  );
}
