/** Query keys of the voice. Private data has the user's id as its last part. */
export const voiceKeys = {
  settings: (userId: string) => ['voice', 'settings', userId] as const,
};
