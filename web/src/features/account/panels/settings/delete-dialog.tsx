import type { User } from '#/shared/api/types';
import { useForm } from '#/shared/hooks/use-form';
import { Button } from '#/shared/ui/button';
import { Dialog, DialogTitle } from '#/shared/ui/dialog';
import { useDeleteAccount } from '../../api/delete-mutation';
import { CurrentPasswordField } from './current-password-field';

interface DeleteDialogProps {
  user: User;
  onClose: () => void;
}

/** Asks for the password and deletes the account (rule account-delete). The server checks the password. */
export function DeleteDialog({ user, onClose }: DeleteDialogProps) {
  const { form, field, showErrors } = useForm({
    initialValues: { password: '' },
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
        <CurrentPasswordField
          user={user}
          onForgot={onClose}
          data-focus="true"
          readOnly={deletion.isPending}
          {...field('password')}
        />
        <div className="settings__buttons settings__buttons--end">
          <Button look="line" data-focus={!user.has_password} onClick={onClose}>
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
