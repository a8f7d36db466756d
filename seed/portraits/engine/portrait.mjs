/** Draws a portrait in all its cuts. */
import { renderCoin } from './coin.mjs';
import { LINE_CUTS } from './cuts.mjs';
import { sculptFigure } from './figure.mjs';
import { groundAtDensity } from './ground.mjs';
import { mirrorColumns, printLines } from './print.mjs';
import { FRAME_SPAN, rasterInk, ruledInk } from './ruling.mjs';
import { lightRelief } from './shade.mjs';

/**
 * The look that a category gives to a portrait: colours as #RRGGBB, and a key of GROUNDS.
 * @typedef {{ink: string, tint: string, ground: string}} Press
 */

/** Samples per pixel in each direction. */
const SAMPLES_PER_SIDE = 3;

function renderLineCut(lit, traits, press, flip, cut) {
  const { width, spacing, density, budget } = cut;
  const height = Math.floor((width * 5) / 4);
  const ground = groundAtDensity(press.ground, density);
  const raster = { width, height, fineness: SAMPLES_PER_SIDE, ...FRAME_SPAN };
  const drawn = rasterInk(raster, ruledInk(lit, traits, { spacing, ground }));
  return printLines(flip ? mirrorColumns(drawn, width) : drawn, { ...press, width, height, budget });
}

/**
 * Draws the portrait of one persona in all cuts: the coin and each of LINE_CUTS. The
 * same id, row, press and options give the same bytes (rule catalogue-portraits).
 * @param {string} id @param {Record<string, unknown>} row @param {Press} press
 * @param {{flip?: boolean, rise?: number}} [options] `flip` turns the head to the left;
 *   `rise` from 0 to 1 scales the height of the relief
 * @returns {Promise<Record<string, Buffer>>} WebP files by cut
 * @throws {RangeError} when the row is not valid or a cut does not fit its budget
 */
export async function engravePortrait(id, row, press, { flip = false, rise = 1 } = {}) {
  const { relief, traits } = await sculptFigure(id, row);
  const lit = lightRelief(relief, rise);
  const files = { coin: await renderCoin(lit, traits, press, flip) };
  for (const [name, cut] of Object.entries(LINE_CUTS)) {
    files[name] = await renderLineCut(lit, traits, press, flip, cut);
  }
  return files;
}
