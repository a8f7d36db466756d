/** Texts that docs/rules.md fixes, and other texts of the page. */
export const texts = {
  // rule profile-not-found
  notFound: 'Character not found',
  unread: 'This profile could not be fetched',
  unreadHelp: 'The rest still works.',
  // rule profile-similar-none
  noSimilar: 'No similar characters',
  noSimilarHelp: "We couldn't find any characters similar to this one",
  similarUnread: 'Similar characters could not be fetched.',
  // rule profile-similar-four
  allSimilar: 'View all similar characters',
  // rule profile-quick-stats
  noneYet: 'None yet',
  copyLink: 'Copy link',
  // rule profile-copied
  copied: 'Copied!',
  linkCopied: 'Link copied!',
  // rule profile-share
  copyPrompt: 'Copy this link:',
} as const;

/** The badge of the list of similar characters (rule profile-similar-list). */
export function resultCountText(count: number): string {
  return count === 1 ? '1 result' : `${count} results`;
}
