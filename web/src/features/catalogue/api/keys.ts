export const catalogueKeys = {
  groups: (by: string, search: string) => ['characters', 'groups', by, search] as const,
  group: (by: string, key: string, search: string, after: string) =>
    ['characters', 'group', by, key, search, after] as const,
  tagged: (tag: string) => ['characters', 'tag', tag] as const,
  alternatives: (slug: string, limit: number) =>
    ['characters', 'alternatives', slug, limit] as const,
  tags: ['tags'] as const,
};
