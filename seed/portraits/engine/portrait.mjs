/** The cuts of a portrait: one engraving in three optical sizes. */
import { strikeCoin } from './coin.mjs';
import { LINE_CUTS } from './cuts.mjs';
import { sculpt } from './figure.mjs';
import { groundAt } from './ground.mjs';
import { mirror, printLines } from './print.mjs';
import { FRAME, rasterInk, ruledInk } from './ruling.mjs';
import { light } from './shade.mjs';

/**
 * The look that a category gives to a portrait.
 * @typedef {{ink: string, tint: string, ground: string}} Press
 */

const FINENESS = 3;

function strikeLines(lit, traits, press, flip, cut) {
  const { width, spacing, density, budget } = cut;
  const height = Math.floor((width * 5) / 4);
  const ground = groundAt(press.ground, density);
  const drawn = rasterInk({ width, height, fineness: FINENESS, ...FRAME }, ruledInk(lit, traits, { spacing, ground }));
  return printLines(flip ? mirror(drawn, width) : drawn, { ...press, width, height, budget });
}

/**
 * Engraves one persona in all cuts. The output is deterministic: the same id,
 * row and press give the same bytes.
 * @param {string} id @param {Record<string, unknown>} row @param {Press} press
 * @param {{flip?: boolean, rise?: number}} [options] `flip` turns the head to the left;
 *   `rise` from 0 to 1 lets the relief sink into the page
 * @returns {Promise<Record<string, Buffer>>} WebP files by cut
 * @throws {RangeError} when the row is not valid or a cut does not fit its budget
 */
export async function engrave(id, row, press, { flip = false, rise = 1 } = {}) {
  const { relief, traits } = await sculpt(id, row);
  const lit = light(relief, rise);
  const files = { coin: await strikeCoin(lit, traits, press, flip) };
  for (const [name, cut] of Object.entries(LINE_CUTS)) {
    files[name] = await strikeLines(lit, traits, press, flip, cut);
  }
  return files;
}
