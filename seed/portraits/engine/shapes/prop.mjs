/**
 * Props by word, laid over everything else. A prop is at the mouth, or upright at
 * the lower right, where a coin still shows it.
 * @typedef {import('./hair.mjs').Piece} Piece
 */
import { HAND } from './props/hand.mjs';
import { INSTRUMENTS } from './props/instruments.mjs';
import { LETTERS } from './props/letters.mjs';
import { MUSIC } from './props/music.mjs';

/** @type {Record<string, Piece[]>} */
export const PROPS = {
  none: [],
  ...HAND,
  ...LETTERS,
  ...MUSIC,
  ...INSTRUMENTS,
};
