/**
 * Props by the value of the trait `prop`, laid over everything else. A prop is at the
 * mouth, or held at the lower right, which is inside the crop of a coin.
 * @typedef {import('./hair.mjs').Piece} Piece
 */
import { HAND } from './props/hand.mjs';
import { heldPieces } from './props/held.mjs';
import { INSTRUMENTS } from './props/instruments.mjs';
import { LETTERS } from './props/letters.mjs';
import { MUSIC } from './props/music.mjs';

/**
 * How far each held prop is lowered (`drop`), and the middle of the hand that holds the prop (`at`:
 * x and y), in board units.
 * @type {Record<string, {drop: number, at: [number, number]}>}
 */
export const GRIPS = {
  ball: { drop: 56, at: [318, 424] },
  racket: { drop: 48, at: [308, 446] },
  flower: { drop: 60, at: [314, 452] },
  sword: { drop: 40, at: [343, 452] },
  quill: { drop: 56, at: [306, 432] },
  book: { drop: 66, at: [312, 444] },
  inkbrush: { drop: 60, at: [316, 430] },
  scroll: { drop: 62, at: [322, 432] },
  violin: { drop: 62, at: [338, 318] },
  lyre: { drop: 56, at: [314, 430] },
  trumpet: { drop: 40, at: [330, 400] },
  fan: { drop: 50, at: [302, 458] },
  telescope: { drop: 56, at: [296, 430] },
  dividers: { drop: 78, at: [308, 436] },
  flask: { drop: 66, at: [344, 326] },
  lantern: { drop: 74, at: [345, 318] },
};

/** The props as they are drawn, before they are lowered. */
const DRAWN = { ...HAND, ...LETTERS, ...MUSIC, ...INSTRUMENTS };

/** @type {Record<string, Piece[]>} */
export const PROPS = {
  none: [],
  ...DRAWN,
  ...Object.fromEntries(Object.entries(GRIPS).map(([word, grip]) => [word, heldPieces(DRAWN[word], grip)])),
};
