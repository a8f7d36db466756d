/** The cuts of a portrait: one engraving in three optical sizes. */
import { COIN, LINE_CUTS } from './cuts.mjs';
import { sculpt } from './figure.mjs';
import { groundAt } from './ground.mjs';
import { mirror, printLines, printTone } from './print.mjs';
import { FRAME, rasterInk, ruledInk, tonalInk } from './ruling.mjs';
import { light } from './shade.mjs';

/**
 * What a category lends to a portrait.
 * @typedef {{ink: string, tint: string, ground: string}} Press
 */

const COIN_RASTER = 480;
const FINENESS = 3;

/** The coin shows the head; a flipped head lies further to the right. */
function coinCrop(traits, flip, width, height) {
  const left = traits.emblem ? 0.07 : flip ? 0.13 : 0.03;
  const side = Math.round(width * 0.86);
  const top = traits.emblem ? 0.13 : 0.09;
  return { left: Math.round(width * left), top: Math.round(height * top), width: side, height: side };
}

function strikeCoin(lit, traits, press, flip) {
  const width = COIN_RASTER;
  const height = (width * 5) / 4;
  const drawn = rasterInk({ width, height, fineness: 1, ...FRAME }, tonalInk(lit, traits));
  const cover = flip ? mirror(drawn, width) : drawn;
  return printTone(cover, { ...press, width, height, crop: coinCrop(traits, flip, width, height), size: COIN.size });
}

function strikeLines(lit, traits, press, flip, cut) {
  const { width, spacing, density, budget } = cut;
  const height = Math.floor((width * 5) / 4);
  const ground = groundAt(press.ground, density);
  const drawn = rasterInk({ width, height, fineness: FINENESS, ...FRAME }, ruledInk(lit, traits, { spacing, ground }));
  return printLines(flip ? mirror(drawn, width) : drawn, { ...press, width, height, budget });
}

/**
 * Engraves one persona in all cuts. The same id, row and press give the same
 * bytes.
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
