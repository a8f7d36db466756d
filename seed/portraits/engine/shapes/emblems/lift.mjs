/**
 * How the pieces of an emblem are raised over the field of a medal. The edge of a piece is raised by `base`. At
 * the distance `radius` from its edge, a piece is higher by `swell`.
 */

/** A rounded body: a pot, an animal. */
export const BODY = { base: 16, radius: 40, swell: 34 };

/** A thin part that stands on the field: a handle, a branch. */
export const LIMB = { base: 20, radius: 12, swell: 22 };

/** A flat slab: a wall, a board. */
export const SLAB = { base: 22, radius: 7, swell: 12 };

/** A part that stands before a body. */
export const FRONT = { base: 50, radius: 12, swell: 14 };

/** A raised detail that follows the surface below it. */
export const RAISED = { base: 0, radius: 5, swell: 8, rides: true };

/** A cut detail that follows the surface below it. */
export const CUT = { base: 0, radius: 5, swell: -9, rides: true };
