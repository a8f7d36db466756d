/** The cuts: the three sizes in which a portrait is drawn. */

/**
 * The cuts that are drawn with lines. `width` is in pixels, `spacing` between lines in
 * board units. `density` is the share of the ground's lines that are drawn (1 is all).
 * A file stays under `budget` bytes. Rule catalogue-portraits.
 */
export const LINE_CUTS = {
  card: { width: 344, spacing: 7, density: 0.7, budget: 27_000 },
  plate: { width: 520, spacing: 5.2, density: 0.9, budget: 52_000 },
};

/** The coin, the square picture for avatars: side in pixels, and the size in bytes that a file stays under. */
export const COIN = { size: 112, budget: 6_000 };

/** The size in bytes that a file stays under, by cut. */
export const CUT_BUDGETS = {
  coin: COIN.budget,
  card: LINE_CUTS.card.budget,
  plate: LINE_CUTS.plate.budget,
};
