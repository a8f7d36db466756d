export const paymentKeys = {
  /** Key of a plan or, with `character`, of the plan with its price for this character. */
  plan: (id: number, character = '') => ['plan', id, character] as const,
};
