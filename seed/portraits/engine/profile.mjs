/** The outline of a head and neck in profile, looking right. */
import { shaperFor } from './heads.mjs';
import { closedSpline } from './spline.mjs';

/**
 * The traits that shape the profile. With 0 for every number the profile is plain.
 * `soft` from 0 to 1 draws a rounder forehead, a lighter brow ridge and jaw, and a
 * slimmer neck. `age` lowers the tip of the nose, the jaw and the throat. `head` is
 * a key of HEADS.
 * @typedef {{head: string, age: number, slope: number, brow: number, bridge: number, nose: number, tip: number,
 *   lips: number, chin: number, jowl: number, neck: number, soft: number}} Face
 */

/** The values of `age` at which sagging starts and is complete. */
const SAGGING_AGES = [0.6, 0.9];

/**
 * How far the flesh sags, from 0 to 1. Up to the first of SAGGING_AGES it is 0.
 * @param {{age: number}} face
 * @returns {number}
 */
export function sagging({ age }) {
  const [from, to] = SAGGING_AGES;
  return Math.min(1, Math.max(0, (age - from) / (to - from)));
}

/** Points of forehead, nose and lips, from the crown down. */
function foreheadToLips({ slope, brow, bridge, nose, tip, lips, soft, ...face }) {
  const sunk = sagging(face);
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

/** Points of chin, jaw, throat and the bust's front edge, from the lips down. */
function chinToBust({ chin, jowl, neck, soft, ...face }) {
  const sunk = sagging(face);
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

/** Points of the nape and the back of the skull, from the bust up. */
function napeToCrown({ neck, soft }) {
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
 * The outline of head and neck.
 * @param {Face} face
 * @returns {string} SVG path data
 */
export function headPath(face) {
  return closedSpline([...foreheadToLips(face), ...chinToBust(face), ...napeToCrown(face)].map(shaperFor(face.head).point));
}

/** The outline of naked shoulders with the foot of the neck. */
export const SHOULDERS_PATH =
  'M126,348 C114,394 40,392 2,500 L352,500 C344,440 256,416 212,362 C190,380 150,376 126,348Z';
