import { sharedKeys } from '#/shared/api/keys';

export const contentKeys = {
  /** One article. The key begins with `sharedKeys.feeds`, to be invalidated with the list of articles. */
  article: (slug: string) => [...sharedKeys.feeds, slug] as const,
  page: (key: string) => ['pages', key] as const,
};
