/**
 * Query keys that more than one feature uses. Private data has the user's id as its last part. Keys
 * of one feature are in its `api/keys.ts`.
 */
export const sharedKeys = {
  me: ['me'] as const,
  /** The user whose login has ended while their screens are open. */
  ended: ['me', 'ended'] as const,
  /** Prefix of every conversation. */
  conversations: ['session'] as const,
  /** The conversation of a user with a character, by the character's slug. */
  session: (slug: string, userId: string) => ['session', slug, userId] as const,
  /** Prefix of every list of conversations; invalidate it when one is made or deleted. */
  sessions: ['sessions'] as const,
  /**
   * The newest messages of a conversation. The id of a conversation contains the id of its user, so each user
   * has keys of their own.
   */
  messages: (sessionId: string) => ['messages', sessionId] as const,
  /** Prefix of every list of the chat history. */
  chatHistory: ['chat-history'] as const,
  /** Prefix of every profile. */
  profiles: ['profile'] as const,
  /** A character's profile, by slug or id. */
  profile: (ref: string) => ['profile', ref] as const,
  /** The characters that are similar to a character, by the slug or id of that character. */
  similar: (ref: string) => ['similar', ref] as const,
  /**
   * Prefix of the activity of every character. Reset it when the user hides or shows their comments
   * there.
   */
  activities: ['activity'] as const,
  /** Prefix of the lists of a user's notices; invalidate it when one arrives. */
  notices: ['notices'] as const,
  /** The list of all articles. */
  feeds: ['feeds'] as const,
};
