import { maxEmailLength } from './model/email';
import { passwordLength } from './model/password-length';

/** Longest texts, in code points (rules accounts-name, accounts-email). */
export const maxLengths = { name: 50, email: maxEmailLength } as const;

/** Digits of a one-time code (rule accounts-forgot-fields). */
export const otpDigits = 4;

/** Seconds until another code can be sent (rule accounts-forgot-resend). */
export const resendWaitSeconds = 30;

/** Characters of a recovery code, without its hyphen (rule accounts-recovery-codes). */
export const recoveryCodeLength = 8;

/** Number of codes that can be tried for one challenge (rule accounts-two-factor-tries). */
export const codeTries = 5;

/** Texts that docs/rules.md fixes, and others of this feature. */
export const texts = {
  nameRequired: 'Name is required',
  nameTooLong: `Name must be at most ${maxLengths.name} characters long`,
  emailRequired: 'Email is required',
  emailInvalid: 'Please enter a valid email address',
  emailTooLong: `Email must be at most ${maxLengths.email} characters long`,
  // rule accounts-password-length
  passwordRequired: 'Password is required',
  passwordTooShort: `Password must be at least ${passwordLength.min} characters long`,
  passwordTooLong: `Password must be at most ${passwordLength.max} characters long`,
  // rule accounts-password-confirm
  confirmRequired: 'Confirm password is required',
  passwordsDiffer: 'Passwords do not match',
  // rule accounts-google-off
  googleOff: 'Google sign-in is not set up here.',
  // rule accounts-google-button
  popupBlocked:
    'Your browser blocked the window of Google. Allow pop-ups for this site, then try again.',
  popupFailed: 'Google did not log you in: its window says why. Press the button to try again.',
  popupClosed: 'You are not logged in yet. Press the button to try again.',
  // rule accounts-forgot-fields
  otpRequired: 'OTP is required',
  otpIncomplete: `OTP must have ${otpDigits} digits`,
  newPasswordRequired: 'New password is required',
  newConfirmRequired: 'Please confirm your password',
  // rule accounts-forgot-toasts
  otpSent: 'OTP sent to your email',
  otpSendFailed: 'Failed to send OTP',
  otpVerified: 'OTP verified',
  otpInvalid: 'Invalid OTP',
  // rule accounts-forgot-done
  resetDone: 'Password reset successfully!',
  // rule accounts-forgot-toasts
  resetFailed: 'Failed to reset password',
  recoveryCodeRequired: 'Recovery code is required',
  recoveryCodeIncomplete: `A recovery code has ${recoveryCodeLength} letters and digits`,
  // rule accounts-two-factor-step
  challengeEnded: 'That took more than ten minutes or five tries. Please log in again.',
} as const;

/** Says how long the user has to wait for another code (rule accounts-forgot-resend). */
export const resendWaitText = (seconds: number) => `Resend in ${seconds}s`;

/**
 * Maps a message of the server to the login field at which it is shown, instead of in a toast (rule
 * accounts-login-refusals).
 */
export const loginFieldByMessage = {
  'Invalid email or password': 'password',
  'User not found': 'email',
} as const;

/** Like `loginFieldByMessage`, for the register modal (rule accounts-email-taken). */
export const registerFieldByMessage = {
  'Email already exists': 'email',
} as const;
