import { confirmError, newPasswordError, withoutEmpty } from '#/features/auth';
import type { FormErrors, FormValues } from '#/shared/hooks/use-form';
import { texts } from '../texts';

export const passwordFields = ['currentPassword', 'newPassword', 'confirmPassword'] as const;

type PasswordFieldName = (typeof passwordFields)[number];
export type PasswordValues = FormValues<PasswordFieldName>;

export const emptyPassword: PasswordValues = {
  currentPassword: '',
  newPassword: '',
  confirmPassword: '',
};

/** Error texts by field (rule account-password-form). */
export function checkPassword(values: PasswordValues): FormErrors<PasswordFieldName> {
  const { currentPassword, newPassword, confirmPassword } = values;
  return withoutEmpty({
    currentPassword: currentPassword === '' ? texts.currentRequired : undefined,
    newPassword: newPasswordError(newPassword, texts.newRequired),
    confirmPassword: confirmError(newPassword, confirmPassword, texts.confirmRequired),
  });
}
