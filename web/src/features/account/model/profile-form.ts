import { emailPattern, maxEmailLength } from '#/features/auth';
import type { User } from '#/shared/api/types';
import type { FormErrors, FormValues } from '#/shared/hooks/use-form';
import { countCodePoints } from '#/shared/lib/count-code-points';
import { maxUsernameLength, texts } from '../texts';
import { withoutEmptyErrors } from './without-empty-errors';

export const profileFields = ['username', 'email', 'avatar'] as const;

type ProfileField = (typeof profileFields)[number];
/** `avatar` is the address of the picture, empty for none. */
export type ProfileValues = FormValues<ProfileField>;

export function profileValues(user: User): ProfileValues {
  return { username: user.username, email: user.email, avatar: user.avatar ?? '' };
}

export function trimProfile({ username, email, avatar }: ProfileValues): ProfileValues {
  return { username: username.trim(), email: email.trim(), avatar };
}

/** The body of PUT /user/profile. Without `avatar` the picture stays; null removes it (rule media-avatar). */
export function profileBody({ username, email, avatar }: ProfileValues, stored: ProfileValues) {
  if (avatar === stored.avatar) return { username, email };
  return { username, email, avatar: avatar === '' ? null : avatar };
}

function usernameError(name: string, stored: string): string | undefined {
  if (name === '') return texts.usernameRequired;
  // A registration accepts longer names. Such a name stays valid until it is changed.
  if (name === stored.trim()) return undefined;
  return countCodePoints(name) > maxUsernameLength ? texts.usernameTooLong : undefined;
}

function emailError(email: string): string | undefined {
  if (email === '') return texts.emailRequired;
  if (countCodePoints(email) > maxEmailLength) return texts.emailTooLong;
  return emailPattern.test(email) ? undefined : texts.emailInvalid;
}

/** Error texts of trimmed values, by field (rule account-profile-form). */
export function checkProfile(
  { username, email }: ProfileValues,
  stored: ProfileValues,
): FormErrors<ProfileField> {
  return withoutEmptyErrors({
    username: usernameError(username, stored.username),
    email: emailError(email),
  });
}
