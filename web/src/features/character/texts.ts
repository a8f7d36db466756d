export const texts = {
  /** Name of a plan that could not be fetched (rule access-locked-modal). */
  namelessPlan: 'Unlock Full Access',
  notForSale: 'Full Access cannot be bought yet.',
} as const;
