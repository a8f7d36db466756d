/** The largest total that the server counts (rule chat-search-total). */
const maxCountedTotal = 101;

/** Texts of the search of messages. `none` is fixed by rule chat-search-panel. */
export const searchTexts = {
  field: 'Search messages',
  none: 'No messages found',
  noneHelp: 'Search for the beginning of a word, or for several words.',
  failed: 'The messages could not be searched.',
  thisChat: 'This chat',
  allChats: 'All chats',
  scope: 'Where to search',
} as const;

/** How many messages were found. */
export function foundCountText(total: number): string {
  if (total >= maxCountedTotal) return `More than ${maxCountedTotal - 1} messages`;
  return total === 1 ? '1 message' : `${total} messages`;
}
