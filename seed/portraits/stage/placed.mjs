/** Positions a ground on a sheet. A ground is a pattern of lines (see engine/ground.mjs). */
import { GROUNDS } from '../engine/ground.mjs';

/** The centre of a ground in its own units. GROUND_CENTRE_Y replaces the y of some grounds. */
const GROUND_CENTRE = { x: 185, y: 210 };
const GROUND_CENTRE_Y = { rings: 200, spiral: 200, rays: 250 };

/**
 * A ground on a sheet: `name` is a key of GROUNDS, and the ground's centre lies at
 * `x`, `y` of the sheet. `share` is the share of its lines that is drawn. For rays
 * and the spiral it must leave a whole number of the 150 rays or 6 arms.
 * @typedef {{name: string, x: number, y: number, share?: number}} Placement
 */

/**
 * Returns the ground of a placement, as a function of sheet coordinates. The function draws only
 * the share `share` of the ground's lines.
 * @param {Placement} placement
 * @returns {import('../engine/ground.mjs').Ground}
 * @throws {RangeError} when there is no such ground
 */
export function placedGround({ name, x: left, y: top, share = 1 }) {
  if (!Object.hasOwn(GROUNDS, name)) throw new RangeError(`no ground is called ${JSON.stringify(name)}`);
  const ground = GROUNDS[name];
  const middleY = GROUND_CENTRE_Y[name] ?? GROUND_CENTRE.y;
  return (x, y) => ground(x - left + GROUND_CENTRE.x, y - top + middleY) * share;
}
