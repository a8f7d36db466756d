/** The emblem: a struck medal for a persona that is not drawn as a head. */
import { fillMask } from './raster.mjs';
import { EMBLEMS } from './shapes/emblem.mjs';
import { circlePath } from './spline.mjs';

const RIM_PATH = circlePath(200, 240, 168);
const FIELD_PATH = circlePath(200, 240, 150);

/**
 * Sculpts a medal with a raised rim, a sunken field and an emblem on the field.
 * @param {import('./relief.mjs').Relief} relief
 * @param {string} word a key of EMBLEMS
 */
export async function sculptEmblem(relief, word) {
  relief.layShape(await fillMask(RIM_PATH), { base: 4, radius: 40, swell: 26, ink: 0.12 });
  relief.layShape(await fillMask(FIELD_PATH), { base: 22, radius: 14, swell: -12, ink: 0.04 });
  for (const { path, texture, ink, centre, lift } of EMBLEMS[word]) {
    relief.layShape(await fillMask(path), { ...lift, texture, ink, centre });
  }
}
