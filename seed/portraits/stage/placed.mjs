/** Grounds of the engine, laid where a sheet needs them. */
import { GROUNDS } from '../engine/ground.mjs';

/** Where a ground has its middle, in its own units; the height where it is not the usual one. */
const MIDDLE = { x: 185, y: 210 };
const MIDDLE_Y = { rings: 200, spiral: 200, rays: 250 };

/**
 * A ground laid on a sheet: the sheet's point `x`, `y` is its middle. `share`
 * of its lines are drawn; rays and the spiral need one that leaves whole numbers
 * of 150 rays and 6 arms.
 * @typedef {{name: string, x: number, y: number, share?: number}} Laid
 */

/**
 * @param {Laid} laid
 * @returns {import('../engine/ground.mjs').Ground}
 * @throws {RangeError} when there is no such ground
 */
export function placedGround({ name, x: left, y: top, share = 1 }) {
  if (!Object.hasOwn(GROUNDS, name)) throw new RangeError(`no ground is called ${JSON.stringify(name)}`);
  const ground = GROUNDS[name];
  const middleY = MIDDLE_Y[name] ?? MIDDLE.y;
  return (x, y) => ground(x - left + MIDDLE.x, y - top + middleY) * share;
}
