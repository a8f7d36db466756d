import type { ComponentProps } from 'react';
import { openForgot } from '#/features/auth';
import type { User } from '#/shared/api/types';
import { PasswordField } from '#/shared/ui/password-field';

interface OwnPasswordProps extends Omit<ComponentProps<typeof PasswordField>, 'label'> {
  user: User;
  /** Called before the modal for a forgotten password opens. */
  onForgot?: () => void;
}

/** The field in which users confirm what they do with their password. The server checks it. */
export function OwnPassword({ user, onForgot, ...field }: OwnPasswordProps) {
  return (
    <>
      {/* Tells password managers whose password it is. */}
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField label="Password" autoComplete="current-password" {...field} />
      <button
        type="button"
        className="link settings__forgot"
        onClick={() => {
          onForgot?.();
          openForgot(user.email);
        }}
      >
        No password, or forgotten? Set one by mail
      </button>
    </>
  );
}
