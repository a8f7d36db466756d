/** Longest name that the profile form takes, in code points (rule account-profile-form). */
export const usernameMax = 30;

/** How long (ms) the success of a save is shown (rule account-saved). */
export const savedTime = 3000;

/** Texts that docs/rules.md fixes, and others of this feature. */
export const texts = {
  usernameRequired: 'Username is required',
  usernameTooLong: `Name can have at most ${usernameMax} characters`,
  currentRequired: 'Current password is required',
  newRequired: 'New password is required',
  saved: 'Settings updated successfully!',
  saveFailed: 'Failed to update settings',
  unreachable: 'An error occurred',
  confirmEmail: 'Confirm your email address',
  preferencesUnread: 'Your notification settings could not be fetched.',
  privacyUnread: 'Your privacy settings could not be fetched.',
  sessionsUnread: 'Your sessions could not be fetched.',
  endFailed: 'The session could not be ended.',
  endOthersFailed: 'The other sessions could not be ended.',
} as const;

/** Shown until the link in the mail to a new address is opened. */
export const waitingFor = (email: string) => `Waiting for confirmation of ${email}`;
