/** How clothes lie on naked shoulders, which stand higher than a bust's edge. */
export const ON_SKIN = { base: 54, radius: 14, swell: 10 };

/** How beads lie on a naked throat. */
export const NECKLACE = { base: 58, radius: 8, swell: 12 };
