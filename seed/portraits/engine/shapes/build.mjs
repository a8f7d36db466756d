/**
 * The builds of bodies. A build is a list of pushes (see Push in bend.mjs). The pushes bend clothes
 * and bare shoulders, and leave the neck in place.
 */
import { movePoints, pushShaper } from '../bend.mjs';

/** @type {Record<string, import('../bend.mjs').Push[]>} */
export const BUILDS = {
  plain: [],
  slight: [
    [16, 452, 60, 60, 34, 14], // narrow near shoulder
    [334, 450, 60, 60, -38, 14], // narrow chest
  ],
  sloping: [
    [46, 412, 52, 36, 12, 26], // shoulder that falls from the neck
    [300, 422, 56, 40, -8, 22],
  ],
  broad: [
    [34, 424, 46, 34, -22, -22], // square near shoulder
    [316, 430, 54, 40, 36, -24], // deep chest
  ],
  stout: [
    [44, 404, 50, 30, -24, -20], // thick nape and shoulder
    [12, 470, 40, 50, -14, -10],
    [326, 450, 70, 60, 44, -14], // round belly
  ],
  stooped: [
    [52, 396, 54, 34, -18, -34], // hump behind the neck
    [306, 436, 66, 56, -34, 26], // sunken chest
  ],
  turned: [
    [318, 432, 70, 50, 46, -26], // far shoulder, seen because the body turns
    [10, 452, 60, 60, 22, 4],
    [212, 450, 44, 60, 16, 0], // opening of the coat
  ],
};

/** The y of the lower edge of clothes and shoulders, in units. */
const LOWER_EDGE_Y = 500;

/**
 * The shaper of a build. Points on the lower edge stay on it. The pushes apply to a
 * coat's drawing before COAT_TRANSFORM stretches it.
 * @param {string} build a key of BUILDS
 * @returns {import('../bend.mjs').Shaper}
 */
export function buildShaper(build) {
  const { point: push } = pushShaper(BUILDS[build]);
  const point = (drawn) => {
    const [x, y, ...rest] = push(drawn);
    return /** @type {typeof drawn} */ ([x, drawn[1] >= LOWER_EDGE_Y ? drawn[1] : y, ...rest]);
  };
  return { point, path: (path) => (build === 'plain' ? path : movePoints(path, point)) };
}
