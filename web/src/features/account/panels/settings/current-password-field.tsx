import type { ComponentProps } from 'react';
import { openForgot } from '#/features/auth';
import type { User } from '#/shared/api/types';
import { PasswordField } from '#/shared/ui/password-field';

interface CurrentPasswordFieldProps extends Omit<ComponentProps<typeof PasswordField>, 'label'> {
  user: User;
  /** Called before the modal that sets a password by mail opens. */
  onForgot?: () => void;
}

/**
 * The password field that confirms an action such as the deletion of the account. The server checks the
 * password. Users without a password confirm with a recent login instead (rule accounts-no-password).
 */
export function CurrentPasswordField({ user, onForgot, ...field }: CurrentPasswordFieldProps) {
  const resetByMailButton = (
    <button
      type="button"
      className="link settings__forgot"
      onClick={() => {
        onForgot?.();
        openForgot(user.email);
      }}
    >
      {user.has_password ? 'Forgot password?' : 'Set a password by mail'}
    </button>
  );
  if (!user.has_password) {
    return (
      <>
        <p className="small muted">
          You log in with Google. If that was more than ten minutes ago, you log in once more.
        </p>
        {field.error !== undefined && <p role="alert">{field.error}</p>}
        {resetByMailButton}
      </>
    );
  }
  return (
    <>
      {/* Tells password managers whose password it is (rule accounts-password-managers). */}
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField label="Password" autoComplete="current-password" {...field} />
      {resetByMailButton}
    </>
  );
}
