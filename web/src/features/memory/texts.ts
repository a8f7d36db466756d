/** Limits of the server (rules memory-limits, memory-card), in code points. */
export const maxLengths = { text: 300, name: 50, about: 600 } as const;

export const texts = {
  unread: 'What is remembered did not arrive.',
  unreadSettings: 'The switches did not arrive.',
  notAdded: 'This could not be added. Please try again.',
  notChanged: 'This could not be changed. Please try again.',
  notDeleted: 'This could not be deleted. Please try again.',
  notSaved: 'Your choice could not be saved. Please try again.',
  cardSaved: 'Your card is saved.',
  empty: (name: string) => `${name} remembers nothing of you yet.`,
  emptyHelp: 'What you tell about yourself appears here, with the message it came from.',
  tooLong: (most: number) => `At most ${most} characters.`,
  forgetAll: (name: string) =>
    `${name} forgets everything listed here and the summary of your talk. It does not return by itself. Your messages stay.`,
} as const;
