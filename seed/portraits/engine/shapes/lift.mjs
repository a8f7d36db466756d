/** How clothes are raised over bare shoulders, which are higher than the edge of the bust. */
export const ON_SKIN = { base: 54, radius: 14, swell: 10 };

/** How beads are raised over a bare throat. */
export const NECKLACE = { base: 58, radius: 8, swell: 12 };

/** A raised seam, cord or stud that follows the surface below it. */
export const SEAM = { base: 0, radius: 4, swell: 5, rides: true };

/** A cut or groove, sunk into the surface on which it is laid. */
export const GROOVE = { base: 0, radius: 4, swell: -7, rides: true };

/** A stiff piece that stands off the surface below it: a visor, a badge. */
export const STIFF = { base: 68, radius: 9, swell: 9 };
