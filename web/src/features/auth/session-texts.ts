/** Texts about the start and end of a session. They are apart from `texts.ts`, which only the dialogs load. */
export const sessionTexts = {
  // rule accounts-login-done
  loginDone: 'Logged in successfully!',
  // rule accounts-login-other-failure
  loginFailed: 'Login failed',
  // rule accounts-register-signs-nobody-in
  registerDone: 'Registration successful! Please login.',
  // rule accounts-login-other-failure
  registerFailed: 'Registration failed',
  // rule accounts-logout-failure
  logoutFailed: 'Sign-out failed',
} as const;
