import { passwordLength } from '#/features/auth';
import type { FormErrors, FormValues } from '#/shared/hooks/use-form';
import { countCodePoints } from '#/shared/lib/count-code-points';
import { texts } from '../texts';
import { withoutEmptyErrors } from './without-empty-errors';

export const passwordFields = ['currentPassword', 'newPassword', 'confirmPassword'] as const;

type PasswordFieldName = (typeof passwordFields)[number];
export type PasswordValues = FormValues<PasswordFieldName>;

export const emptyPasswordValues: PasswordValues = {
  currentPassword: '',
  newPassword: '',
  confirmPassword: '',
};

/** The error of a new password (rule accounts-password-length). */
function newPasswordError(password: string): string | undefined {
  if (password === '') return texts.newRequired;
  const length = countCodePoints(password);
  if (length > passwordLength.max) return texts.passwordTooLong;
  return length < passwordLength.min ? texts.passwordTooShort : undefined;
}

function repeatedPasswordError(password: string, confirmation: string): string | undefined {
  if (confirmation === '') return texts.confirmRequired;
  return confirmation === password ? undefined : texts.passwordsDiffer;
}

/** Error texts by field (rule account-password-form). */
export function checkPassword(values: PasswordValues): FormErrors<PasswordFieldName> {
  const { currentPassword, newPassword, confirmPassword } = values;
  return withoutEmptyErrors({
    currentPassword: currentPassword === '' ? texts.currentRequired : undefined,
    newPassword: newPasswordError(newPassword),
    confirmPassword: repeatedPasswordError(newPassword, confirmPassword),
  });
}
