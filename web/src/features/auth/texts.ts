import { emailMax } from './model/email';

/** Lengths in code points (rules accounts-name, accounts-email, accounts-password-length). */
export const limits = { name: 50, email: emailMax, passwordMin: 6, passwordMax: 30 } as const;

/** Texts that docs/rules.md fixes. */
export const texts = {
  nameRequired: 'Name is required',
  nameTooLong: `Name must be at most ${limits.name} characters long`,
  emailRequired: 'Email is required',
  emailInvalid: 'Please enter a valid email address',
  emailTooLong: `Email must be at most ${limits.email} characters long`,
  passwordRequired: 'Password is required',
  passwordTooShort: `Password must be at least ${limits.passwordMin} characters long`,
  passwordTooLong: `Password must be at most ${limits.passwordMax} characters long`,
  confirmRequired: 'Confirm password is required',
  passwordsDiffer: 'Passwords do not match',
  loginDone: 'Logged in successfully!',
  loginFailed: 'Login failed',
  registerDone: 'Registration successful! Please login.',
  registerFailed: 'Registration failed',
  logoutFailed: 'Logout failed',
} as const;

/** The login field at which each of these refusals is shown, instead of in a toast (rule accounts-login-refusals). */
export const loginFieldByMessage = {
  'Invalid email or password': 'password',
  'User not found': 'email',
} as const;

export const registerFieldByMessage = {
  'Email already exists': 'email',
} as const;
