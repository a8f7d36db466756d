/** Limits of the server in code points (rules messages-guidance, messages-feedback, messages-report). */
export const maxLengths = { hint: 300, reason: 500 } as const;

export const texts = {
  offline: 'You are offline. This works when the line is back.',
  talking: 'A reply is still being written. Wait for it, or stop it first.',
  notRated: 'Your rating could not be saved. Please try again.',
  notPicked: 'The other version did not arrive. Please try again.',
  notDeleted: 'The message could not be deleted. Please try again.',
  notReported: 'The report could not be sent. Please try again.',
  hint: 'What should be different?',
  reason: 'What was wrong? (optional)',
  reasonSaved: 'Thank you. Your reason is saved.',
  editNote: (name: string) => `${name} answers anew. What followed is kept in an archive.`,
  movedToField: 'This message is not in the chat any more. Your text is in the field below.',
  deleteReply: 'The reply and all its versions are deleted. This cannot be undone.',
  deleteOwn: 'Your message is deleted. The reply to it stays. This cannot be undone.',
  ticket: 'Thank you. A person will look at it. Your ticket number:',
  tooLong: (count: number) => `${count} ${count === 1 ? 'character' : 'characters'} too many`,
} as const;

/** The complaints that a user can choose from when reporting a reply. */
export const complaints = [
  'Wrong about the facts',
  'Out of character',
  'Harmful or hateful',
  'Something else',
] as const;
