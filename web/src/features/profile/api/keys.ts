export const profileKeys = {
  similar: (ref: string) => ['similar', ref] as const,
};
