/**
 * Measuring instruments, lights and telescopes.
 * @typedef {import('../hair.mjs').Piece} Piece
 */
import { circlePath } from '../../spline.mjs';
import { GROOVE, SEAM } from '../lift.mjs';
import { dotsPath, ovalPath, ringPath, stripPath } from '../outline.mjs';

/** @type {Record<string, Piece[]>} */
export const INSTRUMENTS = {
  telescope: [
    { path: stripPath([[262, 414], [296, 362]], 20), texture: 'plain', ink: 0.1, lift: { base: 64, radius: 10, swell: 12 } },
    { path: stripPath([[292, 368], [338, 298]], 28), texture: 'plain', ink: 0.02, lift: { base: 66, radius: 14, swell: 16 } },
    { path: stripPath([[334, 304], [376, 239]], 37), texture: 'plain', ink: 0.42, lift: { base: 68, radius: 18, swell: 20 } },
    {
      path: stripPath([[292, 368], [298, 359]], 32) + stripPath([[334, 304], [341, 293]], 42) + stripPath([[372, 245], [378, 235]], 42),
      texture: 'plain',
      ink: -0.05,
      lift: { base: 76, radius: 12, swell: 14 },
    },
    { path: stripPath([[258, 420], [264, 411]], 25), texture: 'plain', ink: -0.03, lift: { base: 72, radius: 8, swell: 8 } },
  ],
  dividers: [
    { path: stripPath([[338, 214], [320, 290], [292, 384]], 17, 3), texture: 'plain', ink: 0.02 },
    { path: stripPath([[342, 214], [364, 288], [390, 380]], 17, 3), texture: 'plain', ink: 0.02 },
    { path: stripPath([[318, 298], [342, 288], [367, 296]], 6), texture: 'plain', ink: 0.3, lift: SEAM },
    { path: stripPath([[340, 196], [340, 168]], 10, 13), texture: 'bands', ink: 0.2 },
    { path: circlePath(340, 212, 19), texture: 'plain', ink: 0, lift: { base: 70, radius: 12, swell: 11 } },
    { path: circlePath(340, 212, 7), texture: 'plain', ink: 0.5, lift: GROOVE },
  ],
  flask: [
    {
      path: 'M331,232 L358,232 L358,290 C366,320 384,346 392,370 C396,384 391,394 380,394 L310,394 C299,394 294,384 297,370 C306,346 324,320 331,290Z',
      texture: 'plain',
      ink: -0.05,
      lift: { base: 62, radius: 18, swell: 12 },
    },
    {
      path: 'M314,332 C328,326 342,338 356,332 C364,328 369,330 375,334 C384,348 387,358 390,370 C392,382 387,389 380,389 L310,389 C302,389 298,382 300,370 C303,358 308,346 314,332Z',
      texture: 'plain',
      ink: 0.5,
      lift: SEAM,
    },
    { path: dotsPath([[333, 354], [351, 370]], 8) + circlePath(360, 350, 5), texture: 'plain', ink: 0.1, lift: SEAM },
    { path: stripPath([[326, 230], [364, 230]], 12), texture: 'plain', ink: 0.04, lift: { base: 70, radius: 6, swell: 8 } },
    { path: stripPath([[338, 248], [338, 292], [326, 320]], 4), texture: 'plain', ink: 0.2, lift: GROOVE },
    { path: circlePath(346, 210, 8) + circlePath(356, 192, 6), texture: 'plain', ink: 0.04 },
  ],
  lantern: [
    { path: ringPath(347, 256, 25, 29, 6), texture: 'plain', ink: 0.1 },
    {
      path: 'M317,300 L377,300 L383,390 L311,390Z',
      texture: 'plain',
      ink: 0.34,
      lift: { base: 62, radius: 12, swell: 8 },
    },
    { path: ovalPath(347, 346, 24, 38), texture: 'plain', ink: -0.06, lift: { base: 66, radius: 20, swell: 16 } },
    {
      path: 'M347,316 C355,330 362,342 360,356 C358,370 336,370 334,356 C334,344 343,332 347,316Z',
      texture: 'plain',
      ink: 0.3,
      lift: SEAM,
    },
    {
      path: stripPath([[317, 302], [311, 388]], 8) + stripPath([[377, 302], [383, 388]], 8),
      texture: 'plain',
      ink: 0.3,
      lift: { base: 76, radius: 5, swell: 7 },
    },
    {
      path: 'M306,304 C313,286 326,278 338,272 L357,272 C370,278 383,286 388,304Z',
      texture: 'plain',
      ink: 0.36,
      lift: { base: 72, radius: 12, swell: 12 },
    },
    { path: 'M304,386 L390,386 L394,406 L300,406Z', texture: 'plain', ink: 0.36, lift: { base: 72, radius: 8, swell: 9 } },
  ],
};
