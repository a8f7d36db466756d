import type { TwoFactorSetup as Setup, User } from '#/shared/api/types';
import { useForm } from '#/shared/hooks/use-form';
import { AppCodeField, appCodeError } from '#/shared/ui/app-code-field';
import { Button } from '#/shared/ui/button';
import { useConfirmTwoFactor } from '../../api/two-factor-mutations';
import { spacedSecret } from '../../model/spaced-secret';
import { withoutEmptyErrors } from '../../model/without-empty-errors';
import { texts } from '../../texts';
import { CopyTextButton } from './copy-text';
import { StepHeading } from './step-heading';

/**
 * Three ways to enter the secret in an authenticator app: the QR code, a link, and the secret to type or
 * copy.
 */
function ScanSecret({ setup }: { setup: Setup }) {
  return (
    <div className="two-factor__scan">
      <img src={setup.qr} alt="QR code for your authenticator app" width={180} height={180} />
      <div className="two-factor__by-hand">
        <p className="small muted">Or open it on this phone, or type the secret into the app.</p>
        <a className="link link--strong" href={setup.otpauth_url}>
          Open in the authenticator app
        </a>
        <code className="num two-factor__secret">{spacedSecret(setup.secret)}</code>
        <CopyTextButton
          text={setup.secret}
          label="Copy the secret"
          copiedToastText={texts.secretCopied}
        />
      </div>
    </div>
  );
}

interface TwoFactorSetupProps {
  user: User;
  setup: Setup;
  onDone: () => void;
  onCancel: () => void;
}

/**
 * Shows the secret and asks for the app's first code, which turns two-factor sign-in on (rule
 * account-two-factor).
 */
export function TwoFactorSetup({ user, setup, onDone, onCancel }: TwoFactorSetupProps) {
  const { form, field, showErrors } = useForm({
    initialValues: { code: '' },
    prepare: (typed) => typed,
    check: ({ code }) => withoutEmptyErrors({ code: appCodeError(code) }),
    onSubmit: ({ code }) =>
      !confirm.isPending &&
      confirm.mutate({ passwordOrCode: code, showRefusal: (text) => showErrors({ code: text }) }),
  });
  const confirm = useConfirmTwoFactor(user.id, onDone);
  return (
    <form className="two-factor__step" aria-label="Enable 2FA" {...form}>
      <StepHeading>Scan this with your authenticator app</StepHeading>
      <ScanSecret setup={setup} />
      <p className="small muted">
        Then enter the code that it shows. Other devices are signed out.
      </p>
      <AppCodeField readOnly={confirm.isPending} {...field('code')} />
      <div className="settings__buttons">
        <Button type="submit" busy={confirm.isPending}>
          Confirm code
        </Button>
        <Button look="line" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
