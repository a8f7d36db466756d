import { authLimits, authTexts } from '#/features/auth';
import type { FormErrors, FormValues } from '#/shared/hooks/use-form';
import { countCodePoints } from '#/shared/lib/count-code-points';
import { texts } from '../texts';
import { foundErrors } from './found-errors';

export const passwordFields = ['currentPassword', 'newPassword', 'confirmPassword'] as const;

type PasswordFieldName = (typeof passwordFields)[number];
export type PasswordValues = FormValues<PasswordFieldName>;

export const emptyPassword: PasswordValues = {
  currentPassword: '',
  newPassword: '',
  confirmPassword: '',
};

/** The error of a new password (rule accounts-password-length). */
function newPasswordError(password: string): string | undefined {
  if (password === '') return texts.newRequired;
  const length = countCodePoints(password);
  if (length > authLimits.passwordMax) return authTexts.passwordTooLong;
  return length < authLimits.passwordMin ? authTexts.passwordTooShort : undefined;
}

function confirmError(password: string, confirmation: string): string | undefined {
  if (confirmation === '') return authTexts.confirmRequired;
  return confirmation === password ? undefined : authTexts.passwordsDiffer;
}

/** Error texts by field (rule account-password-form). */
export function checkPassword(values: PasswordValues): FormErrors<PasswordFieldName> {
  const { currentPassword, newPassword, confirmPassword } = values;
  return foundErrors({
    currentPassword: currentPassword === '' ? texts.currentRequired : undefined,
    newPassword: newPasswordError(newPassword),
    confirmPassword: confirmError(newPassword, confirmPassword),
  });
}
