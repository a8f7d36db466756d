/** How clothes lie on naked shoulders, which stand higher than a bust's edge. */
export const ON_SKIN = { base: 54, radius: 14, swell: 10 };

/** How beads lie on a naked throat. */
export const NECKLACE = { base: 58, radius: 8, swell: 12 };

/** A raised seam, cord or stud that follows whatever lies under it. */
export const SEAM = { base: 0, radius: 4, swell: 5, rides: true };

/** A cut or groove in whatever lies under it. */
export const GROOVE = { base: 0, radius: 4, swell: -7, rides: true };

/** A stiff thing that stands off what lies under it: a visor, a badge. */
export const STIFF = { base: 68, radius: 9, swell: 9 };
