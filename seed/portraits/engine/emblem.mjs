/** The emblem: an embossed medal for a persona that is not drawn as a head. */
import { fillMask, iconMask } from './raster.mjs';
import { circlePath } from './spline.mjs';

const MEDAL_CENTRE = { cx: 200, cy: 240 };
const RIM_PATH = circlePath(MEDAL_CENTRE.cx, MEDAL_CENTRE.cy, 168);
const FIELD_PATH = circlePath(MEDAL_CENTRE.cx, MEDAL_CENTRE.cy, 150);

/**
 * Sculpts a medal with a raised rim, a sunken field and an icon on it.
 * @param {import('./relief.mjs').Relief} relief
 * @param {string} icon a lucide icon name
 * @throws {RangeError} when there is no such icon
 */
export async function sculptEmblem(relief, icon) {
  const strokes = await iconMask(icon, { ...MEDAL_CENTRE, scale: 9.8, strokeWidth: 2.3 });
  relief.layShape(await fillMask(RIM_PATH), { base: 4, radius: 40, swell: 26, ink: 0.12 });
  relief.layShape(await fillMask(FIELD_PATH), { base: 22, radius: 14, swell: -12, ink: 0.04 });
  relief.layShape(strokes, { base: 14, radius: 11, swell: 34, ink: -0.04 });
}
