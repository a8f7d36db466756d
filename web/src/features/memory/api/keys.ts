/** Query keys of the memory. Private data has the user's id as its last part. */
export const memoryKeys = {
  /** Prefix of what all characters remember. */
  all: ['memory'] as const,
  panel: (conversationId: string, userId: string) => ['memory', conversationId, userId] as const,
  settings: (userId: string) => ['memory-settings', userId] as const,
};
