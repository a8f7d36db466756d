/** Texts of the deletion of chats (rule chats-delete-dialog). */
export const texts = {
  title: 'Delete Chats',
  failed: 'The chats could not be deleted. Please try again.',
} as const;

export const deleteQuestionText = (count: number) =>
  `Are you sure you want to delete ${count} chat(s)? This action cannot be undone.`;

export const deletedText = (count: number) =>
  count === 1 ? 'The chat is deleted.' : `${count} chats are deleted.`;

/** The number of messages in a row of the chat history (rule chats-row), and in the dialog. */
export const messagesText = (count: number) => (count === 1 ? '1 message' : `${count} messages`);
