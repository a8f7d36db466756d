/** The emblem: an embossed medal for a persona who is not drawn as a head. */
import { fillMask, iconMask } from './raster.mjs';
import { circle } from './spline.mjs';

const CENTRE = { cx: 200, cy: 240 };
const RIM = circle(CENTRE.cx, CENTRE.cy, 168);
const FIELD = circle(CENTRE.cx, CENTRE.cy, 150);

/**
 * Sculpts a medal with a raised rim, a sunken field and an icon on it.
 * @param {import('./relief.mjs').Relief} relief
 * @param {string} icon a lucide icon name
 * @throws {RangeError} when there is no such icon
 */
export async function sculptEmblem(relief, icon) {
  const strokes = await iconMask(icon, { ...CENTRE, scale: 9.8, strokeWidth: 2.3 });
  relief.lay(await fillMask(RIM), { base: 4, radius: 40, swell: 26, ink: 0.12 });
  relief.lay(await fillMask(FIELD), { base: 22, radius: 14, swell: -12, ink: 0.04 });
  relief.lay(strokes, { base: 14, radius: 11, swell: 34, ink: -0.04 });
}
