/** Query keys of the voice. Keys of private data end with the user's id. */
export const voiceKeys = {
  settings: (userId: string) => ['voice', 'settings', userId] as const,
  /** The characters whose voice the user can choose. */
  speakers: (userId: string) => ['voice', 'speakers', userId] as const,
  /** The name of a character, by its character_id. */
  speakerName: (id: string) => ['voice', 'speaker-name', id] as const,
};
