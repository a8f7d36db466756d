/**
 * Emblems of household objects.
 * @typedef {import('../hair.mjs').Piece} Piece
 */
import { circlePath } from '../../spline.mjs';
import { ovalPath, ringPath, starPath, stripPath } from '../outline.mjs';
import { BODY, CUT, FRONT, LIMB, RAISED, SLAB } from './lift.mjs';

/** Three wisps of steam above a point. */
const steamPath = (x, y) =>
  [-34, 0, 34].map((dx, i) => {
    const [left, top] = [x + dx, y - (i === 1 ? 14 : 0)];
    return stripPath([[left, top], [left + 9, top - 16], [left - 7, top - 32], [left + 4, top - 50]], 11, 4);
  }).join('');

/** The keys of the tape recorder. */
const RECORDER_KEYS = [128, 160, 192, 224, 256].map((x) => `M${x},282 h22 v22 h-22Z`).join('');

/** The hub and the three spokes of a reel. */
const spokesPath = (x, y) =>
  circlePath(x, y, 10) +
  [0, 1, 2].map((i) => {
    const turn = 0.4 + i * 2.094;
    return stripPath([[x, y], [x + 28 * Math.cos(turn), y + 28 * Math.sin(turn)]], 9);
  }).join('');

/** @type {Record<string, Piece[]>} */
export const HOUSEHOLD = {
  coffeepot: [
    { path: stripPath([[152, 222], [106, 214], [88, 256], [104, 300], [146, 306]], 17), texture: 'plain', ink: 0.36, lift: LIMB },
    { path: stripPath([[236, 306], [274, 282], [284, 238], [310, 210]], 34, 15), texture: 'plain', ink: 0.04, lift: LIMB },
    {
      path: 'M152,208 L240,208 C246,250 256,296 272,346 C240,358 152,358 122,346 C136,296 146,250 152,208Z',
      texture: 'plain',
      ink: 0.02,
      lift: BODY,
    },
    { path: stripPath([[142, 256], [196, 264], [250, 256]], 9) + stripPath([[136, 280], [196, 290], [256, 280]], 5), texture: 'plain', ink: 0.4, lift: RAISED },
    { path: stripPath([[122, 338], [196, 350], [272, 338]], 15), texture: 'beads', ink: 0.3, lift: RAISED },
    {
      path: 'M146,196 C156,160 232,154 246,186 L244,196 C212,186 180,190 150,206Z',
      texture: 'plain',
      ink: 0.14,
      lift: FRONT,
    },
    { path: circlePath(198, 156, 12), texture: 'plain', ink: 0.4, lift: FRONT },
    { path: ovalPath(180, 306, 7, 10) + ovalPath(222, 306, 7, 10), texture: 'plain', ink: 0.6, lift: CUT },
    { path: stripPath([[184, 328], [194, 322], [204, 328], [216, 324]], 5), texture: 'plain', ink: 0.6, lift: CUT },
    { path: steamPath(202, 148), texture: 'plain', ink: -0.04, lift: { base: 14, radius: 6, swell: 14 } },
  ],
  cauldron: [
    { path: stripPath([[200, 98], [200, 150]], 11), texture: 'beads', ink: 0.3, lift: LIMB },
    { path: stripPath([[120, 236], [132, 174], [200, 148], [268, 174], [280, 236]], 12), texture: 'plain', ink: 0.3, lift: LIMB },
    { path: stripPath([[150, 330], [134, 368]], 20, 12) + stripPath([[250, 330], [266, 368]], 20, 12), texture: 'plain', ink: 0.4, lift: LIMB },
    {
      path: 'M110,240 C92,300 132,352 200,352 C268,352 308,300 290,240Z',
      texture: 'plain',
      ink: 0.36,
      lift: BODY,
    },
    { path: stripPath([[240, 244], [262, 186], [292, 152]], 11), texture: 'plain', ink: 0.1, lift: FRONT },
    { path: ovalPath(200, 236, 96, 17), texture: 'plain', ink: 0.3, lift: FRONT },
    { path: ovalPath(200, 236, 82, 10), texture: 'curl', ink: -0.04, lift: RAISED },
    { path: stripPath([[118, 272], [200, 290], [282, 272]], 8), texture: 'plain', ink: 0.1, lift: RAISED },
    { path: steamPath(188, 222), texture: 'plain', ink: -0.05, lift: { base: 40, radius: 6, swell: 14 } },
  ],
  deskbell: [
    { path: starPath(128, 176, 21) + starPath(200, 134, 27) + starPath(272, 176, 21), texture: 'plain', ink: -0.04, lift: LIMB },
    { path: starPath(162, 156, 10) + starPath(238, 156, 10) + starPath(100, 214, 10) + starPath(300, 214, 10), texture: 'plain', ink: -0.04, lift: LIMB },
    { path: 'M110,312 C110,224 290,224 290,312Z', texture: 'plain', ink: 0.04, lift: BODY },
    { path: stripPath([[132, 296], [140, 266], [166, 250]], 9, 5), texture: 'plain', ink: -0.06, lift: RAISED },
    { path: stripPath([[200, 216], [200, 250]], 17), texture: 'plain', ink: 0.2, lift: LIMB },
    { path: ovalPath(200, 212, 26, 11), texture: 'plain', ink: 0.36, lift: FRONT },
    { path: 'M100,312 L300,312 L312,344 L88,344Z', texture: 'plain', ink: 0.42, lift: SLAB },
    { path: stripPath([[98, 316], [302, 316]], 9), texture: 'beads', ink: 0, lift: RAISED },
  ],
  recorder: [
    { path: stripPath([[124, 196], [128, 150], [200, 138], [272, 150], [276, 196]], 15), texture: 'plain', ink: 0.4, lift: LIMB },
    { path: 'M92,184 L308,184 C314,230 314,280 308,326 L92,326 C86,280 86,230 92,184Z', texture: 'plain', ink: 0.3, lift: SLAB },
    { path: circlePath(146, 232, 42) + circlePath(254, 232, 42), texture: 'plain', ink: -0.02, lift: { base: 38, radius: 6, swell: 8 } },
    { path: ringPath(146, 232, 42, 42, 15) + ringPath(254, 232, 30, 30, 8), texture: 'frill', centre: [146, 232], ink: 0.4, lift: RAISED },
    { path: spokesPath(146, 232) + spokesPath(254, 232), texture: 'plain', ink: 0.5, lift: RAISED },
    { path: stripPath([[146, 274], [200, 280], [254, 272]], 4), texture: 'plain', ink: 0.6, lift: RAISED },
    { path: RECORDER_KEYS, texture: 'plain', ink: -0.05, lift: { base: 40, radius: 5, swell: 9 } },
    { path: circlePath(292, 298, 9), texture: 'plain', ink: -0.05, lift: FRONT },
  ],
  ewer: [
    { path: stripPath([[146, 214], [98, 220], [96, 276], [126, 304]], 14), texture: 'plain', ink: 0.2, lift: LIMB },
    {
      path: 'M144,176 C136,162 160,152 192,158 L218,146 C212,166 202,176 198,190 C196,216 236,250 236,296 C236,330 210,348 172,348 C132,348 108,328 108,296 C108,252 148,216 148,192Z',
      texture: 'plain',
      ink: 0.08,
      lift: BODY,
    },
    { path: stripPath([[148, 196], [172, 202], [198, 194]], 9), texture: 'beads', ink: 0.3, lift: RAISED },
    { path: stripPath([[110, 286], [172, 304], [236, 286]], 8) + stripPath([[116, 314], [172, 332], [228, 314]], 8), texture: 'plain', ink: 0.4, lift: RAISED },
    { path: stripPath([[128, 352], [172, 360], [216, 352]], 14), texture: 'plain', ink: 0.36, lift: FRONT },
    { path: stripPath([[284, 252], [268, 352]], 20, 13), texture: 'bands', ink: 0.5, lift: LIMB },
    {
      path: 'M288,262 C252,250 246,212 268,188 C272,200 280,200 282,190 C276,164 286,138 304,120 C300,146 322,158 326,190 C332,226 318,256 288,262Z',
      texture: 'fall',
      ink: -0.05,
      lift: { base: 20, radius: 16, swell: 26 },
    },
    { path: 'M288,252 C270,240 272,220 286,202 C290,216 306,222 304,238 C302,248 296,252 288,252Z', texture: 'plain', ink: 0.2, lift: RAISED },
  ],
};
