/**
 * Props: held to the mouth, or upright beside the face at the lower right,
 * where a coin still shows them. Drawn over everything.
 * @typedef {import('./hair.mjs').Piece} Piece
 */
import { HAND } from './props/hand.mjs';
import { INSTRUMENTS } from './props/instruments.mjs';
import { LETTERS } from './props/letters.mjs';
import { MUSIC } from './props/music.mjs';

/** @type {Record<string, Piece[]>} */
export const PROP = {
  none: [],
  ...HAND,
  ...LETTERS,
  ...MUSIC,
  ...INSTRUMENTS,
};
