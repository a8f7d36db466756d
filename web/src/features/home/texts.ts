/** Texts of the page. Rules home-go-on, home-call-to-action and home-feed ('No feeds available') fix some. */
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
