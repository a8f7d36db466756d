/** Texts that docs/rules.md fixes (topic Chat history), and others of this panel. */
export const texts = {
  // rule chats-search-field
  search: 'Search chats...',
  // rule chats-row
  noMessages: 'No messages yet',
  continueChat: 'Continue Chat',
  // rule chats-select
  deleteSelected: 'Delete Selected',
  selectAll: 'Select all',
  // rule chats-empty
  none: 'No chat history',
  noneHelp: 'Start chatting with characters to see your history here.',
  noMatch: 'No chats match your search.',
  unread: 'Your chats could not be fetched.',
  noMoreRead: 'More chats could not be fetched.',
} as const;

/** The number of conversations that match (rule chats-count). */
export const conversationCountText = (total: number, formatted: string) =>
  total === 1 ? '1 conversation' : `${formatted} conversations`;

/** Part of a row (rule chats-row). */
export const startedText = (date: string) => `Started ${date}`;

export const selectedText = (count: number) => `${count} selected`;
