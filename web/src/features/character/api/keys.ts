export const characterKeys = {
  plan: (id: number) => ['plan', id] as const,
};
