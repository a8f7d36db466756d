import { openForgot } from '#/features/auth';
import type { User } from '#/shared/api/types';
import { useHoldPage } from '#/shared/browser/page-hold';
import { useForm } from '#/shared/hooks/use-form';
import { Button } from '#/shared/ui/button';
import { PasswordField } from '#/shared/ui/password-field';
import { useSavePassword } from '../../api/settings-mutations';
import { checkPassword, emptyPasswordValues } from '../../model/password-form';

/**
 * The form that changes the password. Users without a password get a button that sets the first one by mail
 * (rules account-password-form, accounts-no-password).
 */
export function PasswordForm({ user }: { user: User }) {
  return user.has_password ? <ChangePassword user={user} /> : <FirstPassword user={user} />;
}

function FirstPassword({ user }: { user: User }) {
  return (
    <div className="settings__fields">
      <p>
        You log in with Google and need no password; if you would like one as well, we send you a
        mail to set it.
      </p>
      <div>
        <Button onClick={() => openForgot(user.email)}>Set a password by mail</Button>
      </div>
    </div>
  );
}

/** The form, which is emptied once it is saved (rules account-password-form, account-saved). */
function ChangePassword({ user }: { user: User }) {
  const { form, field, values, setValues, showErrors } = useForm({
    initialValues: emptyPasswordValues,
    prepare: (typed) => typed,
    check: checkPassword,
    onSubmit: (typed) => !save.isPending && save.mutate(typed),
  });
  const save = useSavePassword(user.id, {
    showErrors,
    onSaved: () => setValues(emptyPasswordValues),
  });
  useHoldPage(Object.values(values).some((value) => value !== ''));
  const newPasswordProps = { autoComplete: 'new-password', readOnly: save.isPending };
  return (
    <form className="settings__fields" aria-label="Password" {...form}>
      {/* Tells password managers whose password it is (rule accounts-password-managers). */}
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField
        label="Current Password"
        autoComplete="current-password"
        readOnly={save.isPending}
        {...field('currentPassword')}
      />
      <PasswordField label="New Password" {...newPasswordProps} {...field('newPassword')} />
      <PasswordField
        label="Confirm New Password"
        {...newPasswordProps}
        {...field('confirmPassword')}
      />
      <div>
        <Button type="submit" busy={save.isPending}>
          {save.isPending ? 'Updating...' : 'Update Password'}
        </Button>
      </div>
    </form>
  );
}
