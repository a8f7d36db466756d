/** Query keys that more than one feature touches. Private data has the user's id as last part. */
export const sharedKeys = {
  me: ['me'] as const,
  /** The user whose login has ended while his screens are open. */
  ended: ['me', 'ended'] as const,
  /** The conversation of a user with a character, by the character's slug. */
  session: (slug: string, userId: string) => ['session', slug, userId] as const,
  /** Prefix of every list of conversations; invalidate it when one is made or deleted. */
  sessions: ['sessions'] as const,
};
