/** Texts that docs/rules.md fixes, and others of this feature. */
export const texts = {
  confirmed: 'Your email address is confirmed.',
  reverted: 'Your old email address is back. Please log in again.',
  linkFailed: 'The link could not be opened. Please open it again from the mail.',
  resent: 'The mail is on its way.',
  resendFailed: 'The mail could not be sent.',
} as const;
