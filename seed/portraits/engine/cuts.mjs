/** The cuts: one engraving in three optical sizes, with the budget of each in bytes. */

/**
 * The line cuts: width in pixels, line spacing in units, density of the ground
 * (1 as drawn) and the size in bytes that a file stays under.
 */
export const LINE_CUTS = {
  card: { width: 344, spacing: 7, density: 0.7, budget: 27_000 },
  plate: { width: 520, spacing: 5.2, density: 0.9, budget: 52_000 },
};

/** The coin: a square of tone for avatars. */
export const COIN = { size: 112, budget: 6_000 };

/** Cut name to the size in bytes that its file stays under. */
export const BUDGETS = {
  coin: COIN.budget,
  card: LINE_CUTS.card.budget,
  plate: LINE_CUTS.plate.budget,
};
