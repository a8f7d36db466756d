import { sharedKeys } from '#/shared/api/keys';

export const contentKeys = {
  /** One article. Its key begins with that of the list, so both are invalidated together. */
  article: (slug: string) => [...sharedKeys.feeds, slug] as const,
  page: (key: string) => ['pages', key] as const,
};
