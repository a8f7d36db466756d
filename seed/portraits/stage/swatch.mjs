/** Swatches: small squares with the ground of a category in its ink and tint, without a head. */
import { printLines } from '../engine/print.mjs';
import { lineInk, rasterInk } from '../engine/ruling.mjs';
import { placedGround } from './placed.mjs';

/** Side of a swatch in pixels. The product shows it at half this size. */
export const SWATCH_SIDE = 96;

/** Side of a swatch in units of the ground. */
const SWATCH_SPAN = 104;

/** Share of the distance between lines that a line fills. */
const LINE_COVER = 0.6;

/** The share of a ground's lines that is drawn. More lines would shimmer at this size. */
const LINE_SHARE = 0.5;

/** The share of the 150 rays that is drawn. It must give a whole number of rays. */
const RAY_SHARE = 0.24;

/** The y of the rays' centre, as a share of the side: below the lower edge, so that the rays do not merge. */
const RAY_CENTRE_Y = 1.6;

function swatchPlacement(name) {
  const rays = name === 'rays';
  return { name, x: SWATCH_SPAN / 2, y: SWATCH_SPAN * (rays ? RAY_CENTRE_Y : 0.5), share: rays ? RAY_SHARE : LINE_SHARE };
}

/**
 * Draws a swatch.
 * @param {import('../engine/portrait.mjs').Press} press
 * @param {number} budget in bytes
 * @returns {Promise<Buffer>} a WebP file
 * @throws {RangeError} when there is no such ground or colour, or the swatch is too big
 */
export function printSwatch({ ground, ink, tint }, budget) {
  const phase = placedGround(swatchPlacement(ground));
  const size = { width: SWATCH_SIDE, height: SWATCH_SIDE };
  const raster = { ...size, fineness: 4, spanX: SWATCH_SPAN, spanY: SWATCH_SPAN };
  const cover = rasterInk(raster, (x, y) => lineInk(phase(x, y), LINE_COVER));
  return printLines(cover, { ...size, ink, tint, budget });
}
