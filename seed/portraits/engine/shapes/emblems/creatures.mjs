/**
 * Emblems of animals and spirits.
 * @typedef {import('../hair.mjs').Piece} Piece
 */
import { circlePath, closedSpline, scallopedEllipse } from '../../spline.mjs';
import { dotsPath, ovalPath, ringPath, stripPath } from '../outline.mjs';
import { BODY, CUT, FRONT, LIMB, RAISED, SLAB } from './lift.mjs';

/** The spines along the dragon's neck, from the horn down. @type {[number, number][]} */
const DRAGON_SPINES = [
  [128, 196],
  [106, 236],
  [94, 280],
  [92, 322],
];

/** A spine that points backwards and up. */
const spinePath = ([x, y]) => `M${x + 26},${y - 18} L${x - 22},${y - 12} L${x + 18},${y + 20}Z`;

/** @type {Record<string, Piece[]>} */
export const CREATURES = {
  cat: [
    { path: 'M82,330 L318,330 L298,362 L102,362Z', texture: 'check', ink: 0.24, lift: SLAB },
    { path: stripPath([[158, 318], [104, 324], [88, 286], [108, 254], [98, 228]], 21, 12), texture: 'fur', ink: 0, lift: LIMB },
    {
      path: closedSpline([[188, 196], [154, 240], [134, 296], [146, 332], [200, 338], [258, 334], [266, 296], [256, 240], [250, 200]]),
      texture: 'fur',
      ink: 0,
      lift: BODY,
    },
    { path: stripPath([[244, 262], [252, 300], [270, 316], [288, 318]], 25, 20), texture: 'fur', ink: -0.03, lift: FRONT },
    { path: stripPath([[214, 262], [216, 300], [218, 330]], 24, 27), texture: 'fur', ink: -0.03, lift: FRONT },
    { path: 'M180,172 L176,112 L220,142Z', texture: 'plain', ink: 0.6, lift: LIMB },
    { path: 'M236,140 L276,108 L280,170Z', texture: 'plain', ink: 0, lift: LIMB },
    { path: ovalPath(228, 176, 54, 44), texture: 'plain', ink: -0.04, lift: { base: 44, radius: 36, swell: 22 } },
    { path: ovalPath(208, 172, 11, 8) + ovalPath(250, 172, 11, 8), texture: 'plain', ink: -0.06, lift: CUT },
    { path: ovalPath(209, 172, 3, 8) + ovalPath(251, 172, 3, 8) + 'M222,190 L238,190 L230,199Z', texture: 'plain', ink: 0.8, lift: RAISED },
    {
      path: [190, 202].map((y) => stripPath([[214, 196], [190, y]], 2) + stripPath([[246, 196], [272, y]], 2)).join(''),
      texture: 'plain',
      ink: 0.6,
      lift: RAISED,
    },
    {
      path: 'M288,330 L332,330 L326,318 L318,312 L320,294 L302,294 L302,312 L294,318Z',
      texture: 'plain',
      ink: 0.5,
      lift: FRONT,
    },
    { path: circlePath(310, 282, 15), texture: 'plain', ink: 0.5, lift: FRONT },
  ],
  dragon: [
    { path: DRAGON_SPINES.map(spinePath).join(''), texture: 'plain', ink: 0.3, lift: LIMB },
    { path: stripPath([[178, 168], [140, 138], [112, 134], [84, 152]], 26, 5), texture: 'bands', ink: -0.02, lift: LIMB },
    {
      path: closedSpline([[160, 170], [124, 214], [104, 280], [108, 346], [160, 374], [232, 372], [226, 320], [206, 286], [222, 262], [240, 200]]),
      texture: 'scales',
      ink: 0.14,
      lift: BODY,
    },
    {
      path: closedSpline([[206, 292], [218, 330], [222, 374], [246, 364], [248, 322], [232, 284]]),
      texture: 'bands',
      ink: -0.02,
      lift: BODY,
    },
    { path: closedSpline([[206, 268], [236, 298], [280, 300], [312, 286], [310, 272], [270, 276]]), texture: 'plain', ink: 0.2, lift: LIMB },
    { path: [252, 270, 288].map((x) => `M${x},258 L${x + 6},280 L${x + 12},256Z`).join(''), texture: 'plain', ink: -0.06, lift: FRONT },
    {
      path: closedSpline([[158, 190], [168, 162], [204, 150], [236, 168], [268, 206], [306, 214], [326, 232], [318, 258], [280, 266], [230, 268], [188, 276], [160, 240]]),
      texture: 'scales',
      ink: 0.1,
      lift: { base: 30, radius: 36, swell: 32 },
    },
    { path: stripPath([[196, 164], [168, 122], [142, 108], [120, 112]], 24, 4), texture: 'bands', ink: -0.04, lift: FRONT },
    { path: 'M206,196 C218,178 240,180 250,198 C236,206 218,206 206,196Z', texture: 'plain', ink: -0.06, lift: RAISED },
    { path: ovalPath(230, 196, 6, 8), texture: 'plain', ink: 0.8, lift: RAISED },
    { path: stripPath([[198, 196], [216, 178], [240, 180], [258, 200]], 9, 5), texture: 'plain', ink: 0.4, lift: RAISED },
    { path: ovalPath(308, 230, 8, 6), texture: 'plain', ink: 0.7, lift: CUT },
    { path: stripPath([[318, 216], [330, 192], [312, 172], [322, 146], [306, 128]], 6, 13), texture: 'plain', ink: -0.05, lift: { base: 14, radius: 7, swell: 16 } },
    { path: circlePath(176, 238, 13), texture: 'curl', ink: 0.2, lift: RAISED },
  ],
  ghost: [
    {
      path: 'M200,116 C248,116 266,156 266,194 C282,202 304,196 318,178 C326,200 312,230 284,240 C286,284 296,318 316,352 C292,352 276,338 262,352 C248,366 232,340 216,356 C202,370 186,342 170,356 C154,368 144,340 126,352 C112,358 100,352 88,340 C114,312 118,280 118,240 C96,236 80,218 80,190 C96,202 116,204 134,194 C134,156 152,116 200,116Z',
      texture: 'drape',
      ink: -0.03,
      lift: BODY,
    },
    { path: ovalPath(182, 176, 12, 17) + ovalPath(226, 176, 12, 17), texture: 'plain', ink: 0.8, lift: CUT },
    { path: ovalPath(206, 216, 9, 13), texture: 'plain', ink: 0.7, lift: CUT },
    { path: ringPath(318, 200, 17, 17, 6), texture: 'plain', ink: 0.3, lift: FRONT },
    { path: stripPath([[318, 218], [318, 276]], 9), texture: 'plain', ink: 0.3, lift: FRONT },
    { path: 'M318,250 h20 v9 h-20Z M318,266 h16 v9 h-16Z', texture: 'plain', ink: 0.3, lift: FRONT },
  ],
  monkey: [
    { path: stripPath([[96, 342], [304, 128]], 17), texture: 'plain', ink: 0.4, lift: LIMB },
    { path: stripPath([[92, 346], [118, 320]], 23) + stripPath([[282, 150], [308, 124]], 23), texture: 'beads', ink: -0.04, lift: FRONT },
    { path: stripPath([[184, 170], [164, 124], [132, 106], [102, 122], [88, 160]], 15, 5), texture: 'leaf', ink: 0.2, lift: FRONT },
    { path: stripPath([[216, 170], [236, 124], [268, 106], [298, 122], [312, 160]], 15, 5), texture: 'leaf', ink: 0.2, lift: FRONT },
    { path: circlePath(110, 250, 28) + circlePath(290, 250, 28), texture: 'plain', ink: 0.04, lift: LIMB },
    { path: circlePath(110, 250, 14) + circlePath(290, 250, 14), texture: 'plain', ink: 0.3, lift: CUT },
    {
      path: scallopedEllipse({ cx: 200, cy: 250, rx: 86, ry: 98, lobes: 30, depth: 11, seed: 7 }),
      texture: 'fur',
      ink: 0.34,
      lift: BODY,
    },
    {
      path: 'M200,220 C212,196 262,196 264,234 C266,262 252,272 244,286 C252,318 228,338 200,338 C172,338 148,318 156,286 C148,272 134,262 136,234 C138,196 188,196 200,220Z',
      texture: 'plain',
      ink: -0.04,
      lift: { base: 48, radius: 30, swell: 20 },
    },
    { path: ovalPath(170, 238, 15, 11) + ovalPath(230, 238, 15, 11), texture: 'plain', ink: 0.1, lift: CUT },
    { path: circlePath(173, 239, 7) + circlePath(227, 239, 7), texture: 'plain', ink: 0.8, lift: RAISED },
    { path: stripPath([[150, 222], [170, 213], [190, 226]], 6) + stripPath([[210, 226], [230, 213], [250, 222]], 6), texture: 'plain', ink: 0.6, lift: RAISED },
    { path: dotsPath([[191, 276], [209, 276]], 5) + stripPath([[166, 302], [200, 316], [234, 302]], 5), texture: 'plain', ink: 0.7, lift: CUT },
    { path: stripPath([[118, 196], [158, 176], [200, 170], [242, 176], [282, 196]], 17), texture: 'beads', ink: -0.04, lift: { base: 76, radius: 7, swell: 10 } },
    { path: circlePath(200, 166, 17), texture: 'petal', centre: [200, 166], ink: 0.1, lift: { base: 86, radius: 8, swell: 8 } },
  ],
};
