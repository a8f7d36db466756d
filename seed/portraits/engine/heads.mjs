/**
 * The shapes of heads. Each shape bends the plain head with pushes (see Push in
 * bend.mjs). The pushes also move eyes, beard, hair and hat, so that these fit every head.
 */

import { pushShaper } from './bend.mjs';

/** @typedef {import('./bend.mjs').Push} Push */

/**
 * A bump: centre x and y, reach rx and ry, and its rise.
 * @typedef {[number, number, number, number, number]} Bump
 *
 * The shape of a head: `pushes` bend the outline, `bumps` model cheek and jaw, and
 * old age adds the bumps of `old`.
 * @typedef {{pushes: Push[], bumps: Bump[], old: Bump[]}} Head
 */

/** @type {Record<string, Head>} */
export const HEADS = {
  plain: {
    pushes: [],
    bumps: [],
    old: [
      [238, 252, 9, 18, -5], // hollow of the cheek
      [246, 292, 10, 9, 4], // jowl
      [258, 302, 4, 8, -3], // between jowl and chin
    ],
  },
  round: {
    pushes: [
      [270, 134, 30, 30, 5, 0], // domed forehead
      [72, 190, 40, 60, -5, 0], // full back of the head
      [170, 62, 90, 30, 0, 4], // low crown
      [280, 312, 40, 28, -4, -6], // short, blunt chin
      [234, 320, 22, 18, 2, 12], // fullness under the jaw
      [212, 356, 20, 30, 8, 0], // stout throat
      [102, 320, 26, 60, -6, 0], // stout nape
    ],
    bumps: [
      [242, 262, 18, 20, 5], // full cheek
      [236, 308, 16, 8, 4], // under the chin
      [262, 300, 8, 6, -3],
    ],
    old: [
      [240, 286, 13, 10, 6], // jowl
      [258, 298, 4, 8, -4],
      [226, 318, 14, 6, 4], // second chin
    ],
  },
  long: {
    pushes: [
      [180, 60, 130, 40, 0, -4], // high crown
      [270, 322, 62, 48, 0, 13], // long lower face
      [72, 190, 40, 70, 7, 0], // narrow from front to back
      [104, 310, 22, 50, 4, 0], // slim nape
      [212, 350, 20, 30, -2, 0],
    ],
    bumps: [
      [244, 250, 10, 22, -4], // lean cheek
      [238, 222, 16, 9, 3], // cheekbone
      [206, 298, 18, 9, -4], // under the jaw
    ],
    old: [
      [240, 256, 9, 22, -6], // hollow of the cheek
      [256, 300, 4, 9, -3],
    ],
  },
  square: {
    pushes: [
      [262, 108, 24, 26, 8, -2], // upright forehead
      [112, 86, 34, 30, -6, -3], // flat crown
      [72, 196, 30, 50, 5, 0], // flat back of the head
      [286, 304, 24, 16, 5, 4], // firm chin
      [238, 318, 22, 12, -2, 8], // level jaw
      [212, 332, 18, 14, -12, -3], // the jaw turns into the throat at an angle
      [212, 372, 20, 24, 5, 0],
      [104, 330, 24, 50, -4, 0], // strong neck
    ],
    bumps: [
      [196, 278, 14, 12, 6], // corner of the jaw
      [224, 298, 18, 6, 4], // edge of the jaw
      [196, 312, 22, 8, -7], // under the jaw
      [276, 300, 7, 6, 3],
    ],
    old: [
      [240, 254, 8, 18, -5],
      [248, 292, 9, 8, 4],
      [260, 302, 4, 8, -4],
    ],
  },
  heart: {
    pushes: [
      [270, 122, 36, 34, 7, 0], // high, full forehead
      [150, 70, 70, 30, 0, -4],
      [280, 312, 26, 22, -4, -3], // small chin
      [236, 314, 26, 20, -5, -12], // jaw that rises to the ear
      [210, 334, 20, 22, -4, -10],
      [106, 320, 24, 50, 4, 0], // slim neck
    ],
    bumps: [
      [244, 218, 16, 9, 5], // high cheekbone
      [240, 262, 14, 16, -3],
      [200, 292, 18, 10, -4],
    ],
    old: [
      [240, 252, 9, 18, -5],
      [248, 284, 8, 7, 3],
    ],
  },
};

/**
 * Returns the shaper that fits drawings for the plain head to another head.
 * @param {string} head a key of HEADS
 * @returns {import('./bend.mjs').Shaper}
 */
export function shaperFor(head) {
  return pushShaper(HEADS[head].pushes);
}
