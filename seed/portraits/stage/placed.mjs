/** Grounds of the engine, placed on a sheet. */
import { GROUNDS } from '../engine/ground.mjs';

/** The centre of a ground in its own units, and other heights by name. */
const MIDDLE = { x: 185, y: 210 };
const MIDDLE_Y = { rings: 200, spiral: 200, rays: 250 };

/**
 * A ground on a sheet: its centre lies at `x`, `y` of the sheet. `share` is
 * the share of its lines that are drawn; for rays and the spiral it must leave
 * a whole number of the 150 rays and 6 arms.
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
