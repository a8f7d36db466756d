import type { FormErrors, FormValues } from '#/shared/hooks/use-form';
import { countCodePoints } from '#/shared/lib/count-code-points';
import { maxLengths, texts } from '../texts';
import { emailPattern } from './email';
import { passwordLength } from './password-length';

export const emptyLogin = { email: '', password: '' };

/**
 * The fields of the register form. After these four a newcomer types the password once more to log in; rule
 * access-effort allows no further field.
 */
export const emptyRegistration = { name: '', email: '', password: '', confirmPassword: '' };

export type LoginValues = FormValues<keyof typeof emptyLogin>;
export type RegisterValues = FormValues<keyof typeof emptyRegistration>;

/** The error of an email address; undefined if it is valid (rule accounts-email). */
export function emailError(email: string): string | undefined {
  if (email === '') return texts.emailRequired;
  if (countCodePoints(email) > maxLengths.email) return texts.emailTooLong;
  return emailPattern.test(email) ? undefined : texts.emailInvalid;
}

function passwordError(password: string, required: string): string | undefined {
  if (password === '') return required;
  return countCodePoints(password) > passwordLength.max ? texts.passwordTooLong : undefined;
}

/** Like `passwordError`, but also refuses a password that is too short (rule accounts-password-length). */
export function newPasswordError(password: string, required: string): string | undefined {
  const error = passwordError(password, required);
  if (error !== undefined) return error;
  return countCodePoints(password) < passwordLength.min ? texts.passwordTooShort : undefined;
}

/** The error of a name; undefined if it is valid (rule accounts-name). */
function nameError(name: string): string | undefined {
  if (name === '') return texts.nameRequired;
  return countCodePoints(name) > maxLengths.name ? texts.nameTooLong : undefined;
}

/** The error of a repeated password; undefined if it is equal (rule accounts-password-confirm). */
export function repeatedPasswordError(
  password: string,
  confirmation: string,
  required: string,
): string | undefined {
  if (confirmation === '') return required;
  return confirmation === password ? undefined : texts.passwordsDiffer;
}

/** Keeps only the fields that have an error. */
export function withoutEmptyErrors<Name extends string>(errors: Record<Name, string | undefined>) {
  const foundErrors = Object.entries(errors).filter(([, text]) => text !== undefined);
  return Object.fromEntries(foundErrors) as FormErrors<Name>;
}

export function trimLogin(values: LoginValues): LoginValues {
  return { ...values, email: values.email.trim() };
}

/** Returns the error texts of trimmed values, by field. */
export function checkLogin({ email, password }: LoginValues): FormErrors<keyof LoginValues> {
  return withoutEmptyErrors({
    email: emailError(email),
    password: passwordError(password, texts.passwordRequired),
  });
}

export function trimRegistration(values: RegisterValues): RegisterValues {
  return { ...values, name: values.name.trim(), email: values.email.trim() };
}

/** Returns the error texts of trimmed values, by field. */
export function checkRegistration(values: RegisterValues): FormErrors<keyof RegisterValues> {
  const { name, email, password, confirmPassword } = values;
  return withoutEmptyErrors({
    name: nameError(name),
    email: emailError(email),
    password: newPasswordError(password, texts.passwordRequired),
    confirmPassword: repeatedPasswordError(password, confirmPassword, texts.confirmRequired),
  });
}
