/** Query keys that more than one feature touches. Private data has the user's id as last part. */
export const sharedKeys = {
  me: ['me'] as const,
  /** Prefix of every list of conversations; invalidate it when one is made or deleted. */
  sessions: ['sessions'] as const,
};
