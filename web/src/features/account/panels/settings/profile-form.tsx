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
 * account-pending-email, account-confirm-again).
 */
export function ProfileForm({ user }: { user: User }) {
  const stored = profileValues(user);
  const { form, field, values, setValues, showErrors } = useForm({
    initial: stored,
    prepare: trimProfile,
    check: (typed) => checkProfile(typed, stored),
    onSubmit: (typed) => !busy && save.mutate(typed),
  });
  const save = useSaveProfile(user.id, stored, {
    showErrors,
    onSaved: (saved) => setValues(profileValues(saved)),
  });
  const avatar = field('avatar');
  const uploading = useUploadPicture({
    onUploaded: (address) => avatar.onChange({ target: { value: address } }),
  });
  const busy = save.isPending || uploading.isPending;
  useHoldPage(uploading.isPending || profileFields.some((name) => values[name] !== stored[name]));
  return (
    <form className="settings__fields" aria-label="Profile" {...form}>
      <PictureField
        who={displayName(user)}
        stored={stored.avatar}
        uploading={uploading}
        readOnly={save.isPending}
        {...avatar}
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
