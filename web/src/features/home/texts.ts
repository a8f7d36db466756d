/** Texts that docs/rules.md fixes, and other texts of the page. */
export const texts = {
  goOn: 'Go on talking',
  allChats: 'All chats',
  question: 'Who will you talk to first?',
  meet: 'Meet the Characters',
  categoryUnread: 'The album would not open',
  nobody: 'No characters found.',
  noFeeds: 'No feeds available',
  allFeeds: 'All Feeds',
} as const;
