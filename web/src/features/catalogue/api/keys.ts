export const catalogueKeys = {
  groups: (grouping: string, search: string) => ['characters', 'groups', grouping, search] as const,
  group: (grouping: string, key: string, search: string, after: string) =>
    ['characters', 'group', grouping, key, search, after] as const,
  tagged: (tag: string) => ['characters', 'tag', tag] as const,
  alternatives: (slug: string, limit: number) =>
    ['characters', 'alternatives', slug, limit] as const,
  tags: ['tags'] as const,
};
