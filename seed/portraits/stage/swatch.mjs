/** Swatches: a category's ground alone, in its ink on its tint, small and square. */
import { printLines } from '../engine/print.mjs';
import { lineInk, rasterInk } from '../engine/ruling.mjs';
import { placedGround } from './placed.mjs';

/** Side of a swatch in pixels; it is shown at half of this. */
export const SWATCH_SIDE = 96;

/** Side of a swatch in units of the ground. */
const SPAN = 104;

/** Share of the pitch that a line fills. */
const COVER = 0.6;

/** The share of the lines that is drawn. All of them would shimmer at this size. */
const SHARE = 0.5;

/** A share of the 150 rays that is a whole number. */
const SHARE_OF_RAYS = 0.24;

/** The centre of the rays lies below the lower edge, so that they do not run together. */
const SOURCE_OF_RAYS = 1.6;

function layOf(name) {
  const rays = name === 'rays';
  return { name, x: SPAN / 2, y: SPAN * (rays ? SOURCE_OF_RAYS : 0.5), share: rays ? SHARE_OF_RAYS : SHARE };
}

/**
 * Prints a swatch.
 * @param {import('../engine/portrait.mjs').Press} press
 * @param {number} budget in bytes
 * @returns {Promise<Buffer>} a WebP file
 * @throws {RangeError} when there is no such ground or colour, or the swatch is too big
 */
export function printSwatch({ ground, ink, tint }, budget) {
  const phase = placedGround(layOf(ground));
  const size = { width: SWATCH_SIDE, height: SWATCH_SIDE };
  const cover = rasterInk({ ...size, fineness: 4, spanX: SPAN, spanY: SPAN }, (x, y) => lineInk(phase(x, y), COVER));
  return printLines(cover, { ...size, ink, tint, budget });
}
