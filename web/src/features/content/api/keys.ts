import { sharedKeys } from '#/shared/api/keys';

export const contentKeys = {
  /** Below the list of all articles. */
  article: (slug: string) => [...sharedKeys.feeds, slug] as const,
  page: (key: string) => ['pages', key] as const,
};
