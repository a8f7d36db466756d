import { emailMax, emailPattern } from '#/features/auth';
import type { User } from '#/shared/api/types';
import type { FormErrors, FormValues } from '#/shared/hooks/use-form';
import { countCodePoints } from '#/shared/lib/count-code-points';
import { texts, usernameMax } from '../texts';
import { foundErrors } from './found-errors';

export const profileFields = ['username', 'email'] as const;

type ProfileField = (typeof profileFields)[number];
export type ProfileValues = FormValues<ProfileField>;

export function profileOf(user: User): ProfileValues {
  return { username: user.username, email: user.email };
}

export function trimProfile({ username, email }: ProfileValues): ProfileValues {
  return { username: username.trim(), email: email.trim() };
}

function usernameError(name: string, stored: string): string | undefined {
  if (name === '') return texts.usernameRequired;
  // A longer name of a registration stays until it is changed.
  if (name === stored.trim()) return undefined;
  return countCodePoints(name) > usernameMax ? texts.usernameTooLong : undefined;
}

function emailError(email: string): string | undefined {
  if (email === '') return texts.emailRequired;
  if (countCodePoints(email) > emailMax) return texts.emailTooLong;
  return emailPattern.test(email) ? undefined : texts.emailInvalid;
}

/** Error texts of trimmed values, by field (rule account-profile-form). */
export function checkProfile(
  { username, email }: ProfileValues,
  stored: ProfileValues,
): FormErrors<ProfileField> {
  return foundErrors({
    username: usernameError(username, stored.username),
    email: emailError(email),
  });
}
