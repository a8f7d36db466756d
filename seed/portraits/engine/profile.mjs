/** The outline of a head and neck in profile, looking right. */
import { shaperFor } from './heads.mjs';
import { closedSpline } from './spline.mjs';

/**
 * Face numbers; 0 everywhere is the plain profile. `soft` from 0 to 1 draws a
 * rounder forehead, a lighter brow ridge and jaw, and a slimmer neck; `age`
 * lowers the tip of the nose, the jaw and the throat; `head` is the shape of
 * the whole.
 * @typedef {{head: string, age: number, slope: number, brow: number, bridge: number, nose: number, tip: number,
 *   lips: number, chin: number, jowl: number, neck: number, soft: number}} Face
 */

/** The ages at which sagging starts and at which it is complete. */
const SINKING = [0.6, 0.9];

/**
 * How far the flesh sags, from 0 to 1. Below the first age of SINKING it is 0:
 * age only adds lines.
 * @param {{age: number}} face
 * @returns {number}
 */
export function sunkenness({ age }) {
  const [from, to] = SINKING;
  return Math.min(1, Math.max(0, (age - from) / (to - from)));
}

/** Forehead, nose and lips, from the crown down. */
function front({ slope, brow, bridge, nose, tip, lips, soft, ...face }) {
  const sunk = sunkenness(face);
  return [
    [180, 66],
    [226, 76],
    [258 - slope * 0.6 + soft, 104],
    [274 - slope * 0.5 + 2 * soft, 136],
    [281 + brow * 0.5 - 2 * soft, 163],
    [284 + brow - 5 * soft, 174],
    [278 - soft, 188],
    [289 + bridge + nose * 0.3 - 3 * soft, 206],
    [301 + nose * 0.7 + bridge * 0.5 - 4 * soft, 222],
    [309 + nose - 3 * soft, 233 - tip - 2 * soft + 2 * sunk],
    [304 + nose * 0.8 - 3 * soft, 242 - tip * 0.6 - soft + 1.5 * sunk],
    [286, 246],
    [287 + lips * 0.3, 254],
    [293 + lips + 0.5 * soft - 1.5 * sunk, 261],
    [285, 266, 1],
    [290 + lips * 0.8 + 0.5 * soft - 1.5 * sunk, 273],
  ];
}

/** Chin, jaw, throat and the bust's front edge. */
function jaw({ chin, jowl, neck, soft, ...face }) {
  const sunk = sunkenness(face);
  return [
    [281 + chin * 0.3 - soft, 283],
    [284 + chin - 4 * soft, 296 - soft],
    [278 + chin * 0.8 - 4 * soft, 311 - 4 * soft],
    [258 - 2 * soft, 319 + jowl * 0.6 - 6 * soft + sunk],
    [228 - 2 * soft + 3 * sunk, 312 + jowl - 6 * soft + 5 * sunk],
    [212 - neck * 0.2 - 4 * soft + 4 * sunk, 330 + jowl - 5 * soft + 5 * sunk],
    [212 + neck * 0.3 - 5 * soft, 362],
    [222 + neck - 2 * soft, 392],
    [238, 420],
    [250, 500],
  ];
}

/** Nape and the back of the skull, from the bust up. */
function back({ neck, soft }) {
  return [
    [90, 500],
    [96 + 6 * soft, 420],
    [104 - neck + 6 * soft, 378],
    [108 - neck + 8 * soft, 335],
    [103 + 9 * soft, 296],
    [86 + 4 * soft, 252],
    [77, 205],
    [80, 158],
    [98, 112],
    [134, 77],
  ];
}

/**
 * @param {Face} face
 * @returns {string} SVG path data
 */
export function headPath(face) {
  return closedSpline([...front(face), ...jaw(face), ...back(face)].map(shaperFor(face.head).point));
}

/** Naked shoulders; they grow out of the neck. */
export const SHOULDERS_PATH =
  'M126,348 C114,394 40,392 2,500 L352,500 C344,440 256,416 212,362 C190,380 150,376 126,348Z';
