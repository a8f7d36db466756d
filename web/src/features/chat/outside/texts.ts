export const outsideTexts = {
  open: 'Step outside',
  heading: 'Outside the scene',
  waiting: 'Looking at the record…',
  sources: 'Sources',
  counts: 'A note counts as one message. It is gone after a reload.',
  back: 'Back to the scene',
  failed: 'The note could not be written. Please try again.',
  again: 'Try again',
} as const;

/** Says that the note is no message of the character. */
export const disclaimerText = (name: string) => `not ${name}`;
