import { sharedKeys } from '#/shared/api/keys';

/**
 * Query keys of lists of conversations. Each begins with `sharedKeys.sessions`, so that all lists of
 * conversations are invalidated together.
 */
export const talkKeys = {
  all: (userId: string) => [...sharedKeys.sessions, 'all', userId] as const,
  newest: (userId: string) => [...sharedKeys.sessions, 'newest', userId] as const,
};
