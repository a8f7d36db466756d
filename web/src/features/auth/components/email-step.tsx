import { fieldErrors } from '#/shared/api/errors';
import { useForm } from '#/shared/hooks/use-form';
import { Button } from '#/shared/ui/button';
import { EmailField } from '#/shared/ui/email-field';
import { useSendOtp } from '../api/password-reset-mutations';
import { useSecondsLeft } from '../hooks/use-seconds-left';
import type { ResendWait } from '../model/resend-wait';
import { checkEmail, trimEmail } from '../model/reset-forms';
import { resendWaitText } from '../texts';
import { BackToLogin } from './reset-buttons';
import { ResetStep } from './reset-step';

interface EmailStepProps {
  email: string;
  wait: ResendWait | null;
  onWait: (wait: ResendWait) => void;
  onSent: (email: string) => void;
}

/**
 * Step 1 of a forgotten password: the address to which the code is sent. While another code has to wait, the
 * button says how long (rules accounts-forgot-steps, accounts-forgot-resend). Password managers find the field
 * (rule accounts-password-managers).
 */
export function EmailStep({ email, wait, onWait, onSent }: EmailStepProps) {
  const { form, field, values, showErrors } = useForm({
    initialValues: { email },
    prepare: trimEmail,
    check: checkEmail,
    onSubmit: (checked) => send.mutate(checked.email),
  });
  const send = useSendOtp({
    onSent,
    onWait,
    showRefusal: (error) => showErrors(fieldErrors(error, ['email'])),
  });
  const seconds = useSecondsLeft(wait, values.email.trim());
  return (
    <ResetStep
      step={1}
      title="Forgot password"
      intro="Give us your address and we will send a code of four digits."
      form={form}
    >
      <EmailField
        id="forgot-email"
        label="Email"
        autoComplete="username"
        enterKeyHint="send"
        {...field('email')}
      />
      <Button type="submit" fullWidth busy={send.isPending || seconds > 0}>
        {seconds > 0 ? resendWaitText(seconds) : 'Send OTP'}
      </Button>
      <BackToLogin email={values.email} />
    </ResetStep>
  );
}
