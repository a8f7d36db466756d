import { ConfirmNote } from '#/features/confirmation';
import type { User } from '#/shared/api/types';
import { useHoldPage } from '#/shared/browser/page-hold';
import { useForm } from '#/shared/hooks/use-form';
import { Button } from '#/shared/ui/button';
import { Field } from '#/shared/ui/field';
import { useSaveProfile } from '../../api/settings-mutations';
import { checkProfile, profileOf, trimProfile } from '../../model/profile-form';
import { texts, waitingFor } from '../../texts';

/** The form of name and email address (rules account-profile-form, account-pending-email). */
export function ProfileForm({ user }: { user: User }) {
  const stored = profileOf(user);
  const { form, field, values, setValues, showErrors } = useForm({
    initial: stored,
    prepare: trimProfile,
    check: (typed) => checkProfile(typed, stored),
    onSubmit: (typed) => !save.isPending && save.mutate(typed),
  });
  const save = useSaveProfile(user.id, {
    showErrors,
    onSaved: (saved) => setValues(profileOf(saved)),
  });
  useHoldPage(values.username !== stored.username || values.email !== stored.email);
  return (
    <form className="settings__fields" aria-label="Profile" {...form}>
      <Field
        label="Username"
        autoComplete="username"
        readOnly={save.isPending}
        {...field('username')}
      />
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        readOnly={save.isPending}
        {...field('email')}
      />
      {user.pending_email && <p className="small muted">{waitingFor(user.pending_email)}</p>}
      {user.email_verified === false && <ConfirmNote text={texts.confirmEmail} />}
      <div>
        <Button type="submit" busy={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save Changes'}
        </Button>
      </div>
    </form>
  );
}
