export const paymentKeys = {
  /** A plan; with a character, its price for that character. */
  plan: (id: number, character = '') => ['plan', id, character] as const,
};
