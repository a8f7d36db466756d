import { errorMessage, fieldErrors } from '#/shared/api/errors';
import { useForm } from '#/shared/hooks/use-form';
import { Button } from '#/shared/ui/button';
import { PasswordField } from '#/shared/ui/password-field';
import { isLinkRefused, isOtpRefused, type ResetProof } from '../api/password-reset';
import { useResetPassword } from '../api/password-reset-mutations';
import { checkNewPassword, emptyNewPassword, unchangedValues } from '../model/reset-forms';
import { texts } from '../texts';
import { BackToLogin, StepButtons } from './reset-buttons';
import { ResetStep } from './reset-step';

interface NewPasswordStepProps {
  proof: ResetProof;
  /**
   * Called with the server's text if the server refuses the code (rule accounts-forgot-refused-code) or the link.
   */
  onRefused: (message: string) => void;
  onBack: () => void;
}

/** Step 3 of a forgotten password: the new password. After a mail's link it is the only step. */
export function NewPasswordStep({ proof, onRefused, onBack }: NewPasswordStepProps) {
  const { form, field, showErrors } = useForm({
    initialValues: emptyNewPassword,
    prepare: unchangedValues,
    check: checkNewPassword,
    onSubmit: ({ newPassword }) => reset.mutate(newPassword),
  });
  const isLink = 'token' in proof;
  const reset = useResetPassword(proof, (error) => {
    if (isLink ? isLinkRefused(error) : isOtpRefused(error)) {
      onRefused(errorMessage(error, isLink ? texts.resetFailed : texts.otpInvalid));
      // `true` suppresses the toast: the dialog shows the text of a refused link itself.
      return isLink;
    }
    const { password } = fieldErrors(error, ['password']);
    return password !== undefined && showErrors({ newPassword: password });
  });
  return (
    <ResetStep
      {...(!isLink && { step: 3 })}
      title="New password"
      intro="Six characters or more. It replaces the old one everywhere."
      form={form}
    >
      {!isLink && (
        // Tells password managers whose password it is (rule accounts-password-managers).
        <input type="email" autoComplete="username" value={proof.email} readOnly hidden />
      )}
      <PasswordField
        id="new-password"
        label="New password"
        autoComplete="new-password"
        {...field('newPassword')}
      />
      <PasswordField
        id="confirm-new-password"
        label="Confirm password"
        autoComplete="new-password"
        {...field('confirmPassword')}
      />
      {isLink ? (
        <>
          <Button type="submit" fullWidth busy={reset.isPending}>
            Reset password
          </Button>
          <BackToLogin />
        </>
      ) : (
        <StepButtons label="Reset password" isSending={reset.isPending} onBack={onBack} />
      )}
    </ResetStep>
  );
}
