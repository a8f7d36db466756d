/**
 * Hair by the value of the trait `hair`. The pieces of a hairstyle are laid over the
 * head in their order. Without `ink`, a piece has the ink of the persona's hair tone.
 */
import { BRAIDED } from './hair/braided.mjs';
import { DRESSED } from './hair/dressed.mjs';
import { LOOSE } from './hair/loose.mjs';
import { PINNED } from './hair/pinned.mjs';
import { SHORT } from './hair/short.mjs';
import { TOUSLED } from './hair/tousled.mjs';

/**
 * One piece of a figure. `ink` is added to the shade: 0 is paper white in full
 * light, 0.6 nearly solid. `lift` overrides how the piece is raised. `clearsFace`
 * cuts the face out of the piece, and `onSkin` clips the piece to the bust.
 * @typedef {{path: string, texture: string, ink?: number, centre?: [number, number],
 *   lift?: {base: number, radius: number, swell: number}, clearsFace?: boolean, onSkin?: boolean}} Piece
 */

/** @type {Record<string, Piece[]>} */
export const HAIR = { ...SHORT, ...LOOSE, ...PINNED, ...DRESSED, ...BRAIDED, ...TOUSLED };
