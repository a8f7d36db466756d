/**
 * Headgear by the value of the trait `hat`, laid over clothes, hair and beard.
 * @typedef {import('./hair.mjs').Piece} Piece
 */
import { BRIMS } from './hats/brims.mjs';
import { CAPS } from './hats/caps.mjs';
import { EAST } from './hats/east.mjs';
import { CROWNS } from './hats/crowns.mjs';
import { HELMETS } from './hats/helmets.mjs';
import { WRAPS } from './hats/wraps.mjs';

/** @type {Record<string, Piece[]>} */
export const HATS = {
  none: [],
  ...CROWNS,
  ...EAST,
  ...WRAPS,
  ...BRIMS,
  ...CAPS,
  ...HELMETS,
};
