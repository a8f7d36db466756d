/**
 * Emblems of trades: the tools that they use.
 * @typedef {import('../hair.mjs').Piece} Piece
 */
import { circlePath } from '../../spline.mjs';
import { ringPath, starPath, stripPath } from '../outline.mjs';
import { FRONT, LIMB, RAISED, SLAB } from './lift.mjs';

/** The hour marks of the clock behind the shears. */
const HOUR_MARKS = Array.from({ length: 12 }, (_, i) => {
  const [cos, sin] = [Math.cos((Math.PI * i) / 6), Math.sin((Math.PI * i) / 6)];
  return stripPath([[200 + 96 * cos, 240 + 96 * sin], [200 + 112 * cos, 240 + 112 * sin]], i % 3 ? 6 : 11);
}).join('');

/** Three printed lines of a page, from x `from` to x `to`; their right ends are `slope` units lower. */
const linesPath = (from, to, slope) =>
  [286, 300, 314].map((y) => stripPath([[from, y], [(from + to) / 2, y + slope * 0.5 - 4], [to, y + slope]], 3.5)).join('');

/** @type {Record<string, Piece[]>} */
export const TRADES = {
  shears: [
    { path: circlePath(200, 240, 128), texture: 'plain', ink: -0.03, lift: { base: 16, radius: 8, swell: 8 } },
    { path: ringPath(200, 240, 128, 128, 11), texture: 'plain', ink: 0.3, lift: { base: 24, radius: 5, swell: 10 } },
    { path: HOUR_MARKS, texture: 'plain', ink: 0.6, lift: RAISED },
    { path: stripPath([[172, 306], [198, 240], [230, 138]], 20, 3), texture: 'plain', ink: 0.1, lift: { base: 34, radius: 9, swell: 12 } },
    { path: stripPath([[252, 296], [204, 244], [122, 190]], 20, 3), texture: 'plain', ink: 0.1, lift: { base: 42, radius: 9, swell: 12 } },
    { path: ringPath(160, 332, 24, 32, 9), texture: 'plain', ink: 0.56, lift: { base: 36, radius: 5, swell: 12 } },
    { path: ringPath(278, 318, 31, 26, 9), texture: 'plain', ink: 0.56, lift: { base: 44, radius: 5, swell: 12 } },
    { path: circlePath(202, 242, 10), texture: 'plain', ink: 0.4, lift: { base: 62, radius: 7, swell: 8 } },
  ],
  lampbook: [
    { path: 'M284,116 C250,120 238,158 262,180 C276,192 296,190 308,178 C300,204 262,210 242,188 C216,160 238,112 284,116Z', texture: 'plain', ink: -0.04, lift: LIMB },
    { path: starPath(308, 146, 9) + starPath(116, 168, 9), texture: 'plain', ink: -0.04, lift: LIMB },
    { path: stripPath([[180, 270], [178, 222], [178, 190]], 9), texture: 'plain', ink: 0.2, lift: LIMB },
    { path: 'M116,206 C118,158 150,138 182,138 C214,138 244,158 244,206Z', texture: 'plain', ink: 0.5, lift: { base: 30, radius: 34, swell: 26 } },
    { path: stripPath([[112, 208], [248, 208]], 11), texture: 'beads', ink: 0, lift: FRONT },
    { path: stripPath([[226, 212], [226, 240]], 3) + circlePath(226, 244, 5), texture: 'plain', ink: 0.2, lift: LIMB },
    {
      path: 'M78,282 C110,262 166,262 200,282 C234,262 290,262 322,282 L314,346 C282,330 236,330 200,350 C164,330 118,330 86,346Z',
      texture: 'plain',
      ink: 0.4,
      lift: SLAB,
    },
    { path: 'M92,270 C124,254 172,258 200,276 L200,336 C168,318 128,320 98,332Z', texture: 'plain', ink: -0.05, lift: { base: 40, radius: 24, swell: 14 } },
    { path: 'M308,270 C276,254 228,258 200,276 L200,336 C232,318 272,320 302,332Z', texture: 'plain', ink: -0.05, lift: { base: 40, radius: 24, swell: 14 } },
    { path: linesPath(112, 184, 6) + linesPath(288, 216, 6), texture: 'plain', ink: 0.5, lift: RAISED },
    { path: 'M244,270 L262,266 L266,362 L254,350 L244,360Z', texture: 'plain', ink: 0.56, lift: { base: 58, radius: 4, swell: 6 } },
  ],
};
