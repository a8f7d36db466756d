import { openForgot } from '#/features/auth';
import type { User } from '#/shared/api/types';
import { useForm } from '#/shared/hooks/use-form';
import { Button } from '#/shared/ui/button';
import { Dialog, DialogTitle } from '#/shared/ui/dialog';
import { PasswordField } from '#/shared/ui/password-field';
import { useDeleteAccount } from '../../api/delete-mutation';

interface DeleteDialogProps {
  user: User;
  onClose: () => void;
}

/** Asks for the password and deletes the account (rule account-delete). The server checks the password. */
export function DeleteDialog({ user, onClose }: DeleteDialogProps) {
  const { form, field, showErrors } = useForm({
    initial: { password: '' },
    prepare: (typed) => typed,
    check: () => ({}),
    onSubmit: ({ password }) => !deletion.isPending && deletion.mutate(password),
  });
  const deletion = useDeleteAccount(showErrors);
  return (
    <Dialog className="delete-account" onClose={onClose}>
      <DialogTitle>Delete Account</DialogTitle>
      <p>Are you sure you want to delete your account? This action cannot be undone.</p>
      <ul className="delete-account__list">
        <li>You are signed out on all devices at once.</li>
        <li>Your chats, likes and follows are deleted.</li>
        <li>Your comments stay under the name Deleted user.</li>
        <li>Orders and invoices stay as long as the law asks.</li>
        <li>A mail to {user.email} confirms it.</li>
      </ul>
      <form className="settings__fields" aria-label="Delete Account" {...form}>
        {/* Tells password managers whose password it is. */}
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          data-focus="true"
          readOnly={deletion.isPending}
          {...field('password')}
        />
        <button
          type="button"
          className="link delete-account__forgot"
          onClick={() => {
            onClose();
            openForgot(user.email);
          }}
        >
          No password, or forgotten? Set one by mail
        </button>
        <div className="delete-account__buttons">
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="bad" busy={deletion.isPending}>
            {deletion.isPending ? 'Deleting...' : 'Delete Account'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
