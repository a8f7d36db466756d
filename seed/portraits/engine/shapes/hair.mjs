/**
 * Hair, drawn over the head in this order. The ink is that of the persona's
 * hair tone, except for a piece with its own (a ribbon).
 */
import { BRAIDED } from './hair/braided.mjs';
import { DRESSED } from './hair/dressed.mjs';
import { LOOSE } from './hair/loose.mjs';
import { PINNED } from './hair/pinned.mjs';
import { SHORT } from './hair/short.mjs';

/**
 * One piece of a figure. `ink` is added to the shade: 0 is paper white in full
 * light, 0.6 nearly solid. `lift` overrides how the piece is raised;
 * `clearsFace` keeps it off the face, `onSkin` within head and neck.
 * @typedef {{path: string, texture: string, ink?: number, centre?: [number, number],
 *   lift?: {base: number, radius: number, swell: number}, clearsFace?: boolean, onSkin?: boolean}} Piece
 */

/** @type {Record<string, Piece[]>} */
export const HAIR = { ...SHORT, ...LOOSE, ...PINNED, ...DRESSED, ...BRAIDED };
