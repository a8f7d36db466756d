import { useEffect } from 'react';
import type { User } from '#/shared/api/types';
import { useForm } from '#/shared/hooks/use-form';
import { Button } from '#/shared/ui/button';
import type { PasswordOrCodeInput } from '../../api/two-factor-mutations';
import { CurrentPasswordField } from './current-password-field';

interface TwoFactorPasswordFormProps {
  user: User;
  /** Accessible name of the form. */
  label: string;
  /** Text of the submit button. */
  submitLabel: string;
  busy: boolean;
  onSend: (input: PasswordOrCodeInput) => void;
  onCancel: () => void;
}

/** Asks for the password before two-factor sign-in is turned on or off (rule account-two-factor). */
export function TwoFactorPasswordForm({
  user,
  label,
  submitLabel,
  busy,
  onSend,
  onCancel,
}: TwoFactorPasswordFormProps) {
  const { form, field, showErrors } = useForm({
    initialValues: { password: '' },
    prepare: (typed) => typed,
    check: () => ({}),
    onSubmit: ({ password }) =>
      !busy &&
      onSend({ passwordOrCode: password, showRefusal: (text) => showErrors({ password: text }) }),
  });
  useEffect(
    () =>
      form.ref.current?.querySelector<HTMLElement>('input:not([hidden]), [type="submit"]')?.focus(),
    [form.ref],
  );
  return (
    <form className="two-factor__step" aria-label={label} {...form}>
      <CurrentPasswordField user={user} readOnly={busy} {...field('password')} />
      <div className="settings__buttons">
        <Button type="submit" busy={busy}>
          {submitLabel}
        </Button>
        <Button look="line" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
