import { sharedKeys } from '#/shared/api/keys';

export const homeKeys = {
  /** The newest conversations. The key begins with `sharedKeys.sessions`, to be invalidated with all lists. */
  newestChats: (userId: string) => [...sharedKeys.sessions, 'newest', userId] as const,
  home: ['home'] as const,
  footer: ['footer'] as const,
  category: (name: string, limit: number) => ['characters', 'category', name, limit] as const,
  sampleFeeds: ['sample-feeds'] as const,
};
