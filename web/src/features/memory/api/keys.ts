/** Query keys of the memory. Keys of private data end with the user's id. */
export const memoryKeys = {
  /** Prefix of the memories of all characters. */
  all: ['memory'] as const,
  panel: (conversationId: string, userId: string) => ['memory', conversationId, userId] as const,
  settings: (userId: string) => ['memory-settings', userId] as const,
};
