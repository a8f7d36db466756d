import type { FormErrors, FormValues } from '#/shared/hooks/use-form';
import { firstDigits } from '#/shared/lib/first-digits';
import { otpDigits, texts } from '../texts';
import {
  emailError,
  newPasswordError,
  repeatedPasswordError,
  withoutEmptyErrors,
} from './auth-forms';

export const emptyNewPassword = { newPassword: '', confirmPassword: '' };

export type EmailValues = FormValues<'email'>;
export type OtpValues = FormValues<'otp'>;
export type NewPasswordValues = FormValues<keyof typeof emptyNewPassword>;

export const unchangedValues = <Values>(values: Values): Values => values;

export function trimEmail({ email }: EmailValues): EmailValues {
  return { email: email.trim() };
}

/** Returns the error text of a trimmed address. */
export function checkEmail({ email }: EmailValues): FormErrors<'email'> {
  return withoutEmptyErrors({ email: emailError(email) });
}

/** The digits of typed or pasted text, at most as many as a code has (rule accounts-forgot-fields). */
export function readOtp(text: string): string {
  return firstDigits(text, otpDigits);
}

/** Checks the one-time code that the user typed. Returns the error text of its field (rule accounts-forgot-fields). */
export function checkOtp({ otp }: OtpValues): FormErrors<'otp'> {
  if (otp === '') return { otp: texts.otpRequired };
  return otp.length < otpDigits ? { otp: texts.otpIncomplete } : {};
}

/** The error texts of a new password, by field (rule accounts-forgot-fields). */
export function checkNewPassword(values: NewPasswordValues): FormErrors<keyof NewPasswordValues> {
  const { newPassword, confirmPassword } = values;
  return withoutEmptyErrors({
    newPassword: newPasswordError(newPassword, texts.newPasswordRequired),
    confirmPassword: repeatedPasswordError(newPassword, confirmPassword, texts.newConfirmRequired),
  });
}
