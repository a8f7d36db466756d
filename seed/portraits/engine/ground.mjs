/**
 * Grounds are the ruled patterns behind a head. A ground returns the phase at a
 * point in units: whole numbers are the borders between lines, the fraction is
 * the position within a line.
 *
 * @typedef {(x: number, y: number) => number} Ground
 */

/** A full turn in radians. */
const FULL_TURN = Math.PI * 2;

/** @type {Record<string, Ground>} */
export const GROUNDS = {
  ruled: (_x, y) => y / 5,
  diagonal: (x, y) => (x + y) / 7,
  rings: (x, y) => Math.hypot(x - 185, y - 200) / 5.2,
  rays: (x, y) => (Math.atan2(y - 250, x - 185) / FULL_TURN) * 150,
  waves: (x, y) => (y + 7 * Math.sin(x / 19)) / 5.4,
  spiral: (x, y) => Math.hypot(x - 185, y - 200) / 6 + (Math.atan2(y - 200, x - 185) / FULL_TURN) * 6,
  rosette: (x, y) => (Math.hypot(x - 185, y - 210) + 9 * Math.sin(Math.atan2(y - 210, x - 185) * 12)) / 5.6,
  vertical: (x, y) => (x + 5 * Math.sin(y / 40)) / 5,
  lattice: (x, y) => (y + 6 * Math.sin(x / 13) * Math.sin(y / 31)) / 5,
};

/**
 * Returns a ground with fewer lines, for smaller cuts. Rays and spiral arms cannot be thinned to
 * any share, because their numbers must be whole. So the spiral keeps all its arms, and every
 * density below 1 draws 108 of the 150 rays.
 * @param {string} name @param {number} density the share of lines that is drawn, 1 is all
 * @returns {Ground}
 * @throws {RangeError} when there is no such ground
 */
export function groundAtDensity(name, density) {
  const ground = GROUNDS[name];
  if (!ground) throw new RangeError(`no ground is called ${JSON.stringify(name)}`);
  if (name === 'spiral') return ground;
  const share = name === 'rays' ? (density < 1 ? 0.72 : 1) : density;
  return (x, y) => ground(x, y) * share;
}
