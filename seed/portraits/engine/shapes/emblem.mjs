/**
 * The emblems on medals, by the value of the trait `emblem`. The field of a medal, in
 * which the emblem lies, is the circle round 200,240 with a radius of 150 units.
 * @typedef {import('./hair.mjs').Piece} Piece
 */
import { CREATURES } from './emblems/creatures.mjs';
import { GARDEN } from './emblems/garden.mjs';
import { HOUSEHOLD } from './emblems/household.mjs';
import { PLACES } from './emblems/places.mjs';
import { SKY } from './emblems/sky.mjs';
import { TRADES } from './emblems/trades.mjs';

/** @type {Record<string, Piece[]>} */
export const EMBLEMS = { ...CREATURES, ...GARDEN, ...HOUSEHOLD, ...PLACES, ...SKY, ...TRADES };
