/** Texts that docs/rules.md fixes, and others of this feature. */
export const texts = {
  // rule accounts-open-verify
  confirmed: 'Your email address is confirmed.',
  // rule accounts-open-revert
  reverted: 'Your old email address is back. Please log in again.',
  linkFailed: 'The link could not be opened. Please open it again from the mail.',
  resent: 'The mail is on its way.',
  resendFailed: 'The mail could not be sent.',
} as const;

/** What the mails of each group are about. */
const mailGroupTexts: Readonly<Record<string, string>> = {
  character_updates: 'characters',
  interactions: 'likes and replies',
  promotions: 'promotions',
  newsletter: 'new articles',
};

/** Says that mail of a group has stopped, and where it can be switched on again. */
export function unsubscribedText(group: string): string {
  return `We stop the mails about ${mailGroupTexts[group] ?? group}. Your account settings switch them on again.`;
}
