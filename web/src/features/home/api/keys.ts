import { sharedKeys } from '#/shared/api/keys';

export const homeKeys = {
  /** Begins with the key of all lists of conversations, so that it is invalidated with them. */
  newestChats: (userId: string) => [...sharedKeys.sessions, 'newest', userId] as const,
  home: ['home'] as const,
  footer: ['footer'] as const,
  category: (name: string, limit: number) => ['characters', 'category', name, limit] as const,
  sampleFeeds: ['sample-feeds'] as const,
};
