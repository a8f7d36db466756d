import { displayName } from '#/features/auth';
import { ConfirmNote } from '#/features/confirmation';
import type { User } from '#/shared/api/types';
import { useHoldPage } from '#/shared/browser/page-hold';
import { useForm } from '#/shared/hooks/use-form';
import { Button } from '#/shared/ui/button';
import { Field } from '#/shared/ui/field';
import { useUploadPicture } from '../../api/picture-mutation';
import { useSaveProfile } from '../../api/settings-mutations';
import { checkProfile, profileFields, profileValues, trimProfile } from '../../model/profile-form';
import { pendingEmailText, texts } from '../../texts';
import { PictureField } from './picture-field';

/**
 * The form of picture, name and email address (rules account-profile-form, account-picture,
 * account-pending-email, account-confirm-again, account-saved).
 */
export function ProfileForm({ user }: { user: User }) {
  const storedValues = profileValues(user);
  const { form, field, values, setValues, showErrors } = useForm({
    initialValues: storedValues,
    prepare: trimProfile,
    check: (typed) => checkProfile(typed, storedValues),
    onSubmit: (typed) => !busy && save.mutate(typed),
  });
  const save = useSaveProfile(user.id, storedValues, {
    showErrors,
    onSaved: (saved) => setValues(profileValues(saved)),
  });
  const avatarField = field('avatar');
  const upload = useUploadPicture({
    onUploaded: (address) => avatarField.onChange({ target: { value: address } }),
  });
  const busy = save.isPending || upload.isPending;
  useHoldPage(
    upload.isPending || profileFields.some((name) => values[name] !== storedValues[name]),
  );
  return (
    <form className="settings__fields" aria-label="Profile" {...form}>
      <PictureField
        userName={displayName(user)}
        storedUrl={storedValues.avatar}
        upload={upload}
        readOnly={save.isPending}
        {...avatarField}
      />
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
      {user.pending_email && <p className="small muted">{pendingEmailText(user.pending_email)}</p>}
      {user.email_verified === false && <ConfirmNote text={texts.confirmEmail} />}
      <div>
        <Button type="submit" busy={busy}>
          {save.isPending ? 'Saving...' : 'Save Changes'}
        </Button>
      </div>
    </form>
  );
}
