export const texts = {
  sendFailed: 'The message could not be sent.',
} as const;
