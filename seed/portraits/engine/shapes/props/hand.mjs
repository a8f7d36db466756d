/**
 * Props for smoking, sport and fighting, and flowers.
 * @typedef {import('../hair.mjs').Piece} Piece
 */
import { circlePath } from '../../spline.mjs';
import { bloomPieces } from '../bloom.mjs';
import { GROOVE, SEAM } from '../lift.mjs';
import { dotsPath, ringPath, stripPath } from '../outline.mjs';

/** The strings of a racket. More strings would merge when they are ruled. */
const RACKET_STRINGS =
  [324, 339, 354, 369].map((x) => stripPath([[x + 8, 202], [x - 6, 292]], 2.6)).join('') +
  [216, 232, 248, 264, 280].map((y) => stripPath([[320, y], [380, y + 4]], 2.6)).join('');

/** @type {Record<string, Piece[]>} */
export const HAND = {
  pipe: [
    { path: 'M284,265 L322,280 L320,290 L282,271Z', texture: 'plain', ink: 0.5 },
    {
      path: 'M312,268 C324,264 340,266 346,270 C350,290 342,308 328,308 C314,306 308,288 312,268Z',
      texture: 'plain',
      ink: 0.45,
    },
  ],
  cigar: [
    { path: stripPath([[284, 268], [318, 276], [352, 285]], 16, 19), texture: 'plain', ink: 0.42 },
    { path: stripPath([[304, 273], [312, 275]], 20), texture: 'plain', ink: -0.04, lift: SEAM },
    { path: stripPath([[346, 283], [358, 286]], 19, 17), texture: 'fur', ink: -0.06, lift: { base: 68, radius: 7, swell: 8 } },
    {
      path: stripPath([[360, 276], [374, 252], [358, 226], [340, 200], [358, 170], [378, 144], [368, 112]], 5, 12),
      texture: 'plain',
      ink: -0.05,
      lift: { base: 30, radius: 8, swell: 7 },
    },
  ],
  ball: [
    { path: circlePath(338, 334, 46), texture: 'plain', ink: -0.04, lift: { base: 58, radius: 46, swell: 34 } },
    {
      path: stripPath([[318, 294], [334, 318], [332, 350], [314, 372]], 4) + stripPath([[364, 298], [352, 322], [356, 352], [368, 368]], 4),
      texture: 'plain',
      ink: 0.5,
      lift: GROOVE,
    },
    {
      path: dotsPath([[322, 308], [329, 323], [329, 340], [323, 357], [360, 312], [357, 328], [359, 345]], 4),
      texture: 'plain',
      ink: 0.5,
      lift: SEAM,
    },
  ],
  racket: [
    { path: RACKET_STRINGS, texture: 'plain', ink: -0.05, lift: { base: 60, radius: 3, swell: 5 } },
    { path: ringPath(352, 248, 41, 56, 8), texture: 'plain', ink: 0.12, lift: { base: 66, radius: 5, swell: 8 } },
    { path: stripPath([[330, 298], [328, 322]], 6) + stripPath([[354, 304], [332, 326]], 6), texture: 'plain', ink: 0.12 },
    { path: stripPath([[332, 318], [316, 370]], 11), texture: 'plain', ink: 0.12 },
    { path: stripPath([[318, 364], [294, 444]], 15, 17), texture: 'bands', ink: 0.5, lift: { base: 66, radius: 8, swell: 9 } },
  ],
  flower: [
    { path: stripPath([[338, 290], [330, 350], [304, 420], [282, 470]], 7), texture: 'plain', ink: 0.36 },
    {
      path: 'M326,364 C340,336 370,326 392,336 C386,362 356,380 326,374Z',
      texture: 'leaf',
      ink: 0.3,
      lift: { base: 64, radius: 12, swell: 9 },
    },
    {
      path: 'M316,392 C306,364 282,352 262,358 C266,384 288,402 314,400Z',
      texture: 'leaf',
      ink: 0.3,
      lift: { base: 64, radius: 12, swell: 9 },
    },
    ...bloomPieces([344, 262, 44]).map((piece) => ({ ...piece, lift: { base: 70, radius: 13, swell: 12 } })),
  ],
  sword: [
    {
      path: 'M352,84 C362,104 364,130 364,156 L358,372 L334,372 L338,156 C338,130 342,104 352,84Z',
      texture: 'plain',
      ink: -0.05,
    },
    { path: stripPath([[351, 130], [346, 366]], 7), texture: 'plain', ink: 0.4, lift: GROOVE },
    {
      path: stripPath([[302, 380], [322, 376], [346, 376], [368, 377], [386, 381]], 13),
      texture: 'plain',
      ink: 0.2,
      lift: { base: 72, radius: 7, swell: 9 },
    },
    { path: dotsPath([[302, 381], [387, 382]], 9), texture: 'plain', ink: 0.1, lift: { base: 76, radius: 8, swell: 8 } },
    { path: stripPath([[346, 384], [344, 440]], 14, 13), texture: 'bands', ink: 0.46, lift: { base: 70, radius: 7, swell: 8 } },
    { path: circlePath(343, 450, 15), texture: 'plain', ink: 0.1, lift: { base: 72, radius: 11, swell: 11 } },
  ],
};
