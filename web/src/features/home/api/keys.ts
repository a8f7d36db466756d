export const homeKeys = {
  home: ['home'] as const,
  footer: ['footer'] as const,
  category: (name: string, limit: number) => ['characters', 'category', name, limit] as const,
  sampleFeeds: ['sample-feeds'] as const,
};
