/**
 * Emblems of buildings and rooms.
 * @typedef {import('../hair.mjs').Piece} Piece
 */
import { circlePath, closedSpline } from '../../spline.mjs';
import { dotsPath, ovalPath, pointsAlong, starPath, stripPath } from '../outline.mjs';
import { BODY, CUT, FRONT, LIMB, RAISED, SLAB } from './lift.mjs';

/** Left edge, right edge and y of the floor of each storey of the tower, from the ground up. */
const STOREYS = [
  [96, 304, 352],
  [116, 288, 306],
  [136, 270, 262],
  [154, 252, 220],
  [170, 236, 182],
];

const STOREY_HEIGHT = 40;

/** A storey of the tower, a little narrower at its top. */
const storeyPath = ([left, right, y]) => {
  const top = y - STOREY_HEIGHT;
  return `M${left},${y} Q${(left + right) / 2},${y + 16} ${right},${y} L${right - 9},${top} Q${(left + right) / 2},${top + 12} ${left + 9},${top}Z`;
};

/** The arches of a storey. */
const archesPath = ([left, right, y]) =>
  pointsAlong([left + 26, y - 2], [right - 26, y - 2], Math.round((right - left) / 36))
    .map(([x, foot]) => `M${x - 7},${foot} v-14 a7,9 0 0 1 14,0 v14Z`)
    .join('');

/** The tower's storeys with their arches, each on the one below. @type {Piece[]} */
const TOWER = STOREYS.flatMap((storey, i) => [
  { path: storeyPath(storey), texture: 'plain', ink: 0.04 + 0.02 * i, lift: { base: 20 + 3 * i, radius: 44, swell: 30 } },
  { path: archesPath(storey), texture: 'plain', ink: 0.6, lift: CUT },
]);

/** The twelve marks of the lift's dial. */
const DIAL_MARKS = Array.from({ length: 12 }, (_, i) => {
  const turn = Math.PI * (1.06 + (0.88 * i) / 11);
  return /** @type {[number, number]} */ ([200 + 60 * Math.cos(turn), 190 + 60 * Math.sin(turn)]);
});

/** Lower and upper end of each gate bar that slants to the right. The bars end at the door posts. */
const GATE_BARS = [-2, -1, 0, 1, 2].map((i) => {
  const foot = 200 + (i - 0.5) * 34;
  const at = (x) => /** @type {[number, number]} */ ([x, 354 - ((x - foot) / 52) * 138]);
  return [at(Math.max(136, foot)), at(Math.min(264, foot + 52))];
});

/** The path of the gate bars. A `side` of -1 mirrors them, so that they slant to the left. */
const gatePath = (side) => GATE_BARS.map((bar) => stripPath(bar.map(([x, y]) => [200 + side * (x - 200), y]), 5)).join('');

/** @type {Record<string, Piece[]>} */
export const PLACES = {
  babel: [
    { path: circlePath(286, 146, 26), texture: 'plain', ink: -0.04, lift: LIMB },
    { path: starPath(112, 158, 15) + starPath(136, 206, 9) + starPath(300, 216, 9), texture: 'plain', ink: -0.04, lift: LIMB },
    ...TOWER,
    { path: 'M186,142 L190,124 L198,132 L206,118 L220,142Z', texture: 'plain', ink: 0.3, lift: FRONT },
    { path: stripPath([[92, 356], [200, 370], [308, 356]], 12), texture: 'leaf', ink: 0.3, lift: LIMB },
  ],
  lift: [
    { path: 'M116,196 L284,196 L284,366 L116,366Z', texture: 'plain', ink: 0.34, lift: SLAB },
    { path: 'M134,212 L266,212 L266,366 L134,366Z', texture: 'plain', ink: 0.64, lift: { base: 18, radius: 6, swell: -6 } },
    { path: 'M168,366 L172,330 L228,330 L232,366Z', texture: 'stripe', ink: 0.1, lift: RAISED },
    { path: gatePath(1), texture: 'plain', ink: 0, lift: { base: 26, radius: 3, swell: 9 } },
    { path: gatePath(-1), texture: 'plain', ink: 0, lift: { base: 32, radius: 3, swell: 9 } },
    { path: 'M100,196 h34 v172 h-34Z M266,196 h34 v172 h-34Z', texture: 'plain', ink: 0.24, lift: FRONT },
    { path: 'M118,192 C118,84 282,84 282,192Z', texture: 'plain', ink: -0.03, lift: { base: 30, radius: 12, swell: 14 } },
    { path: stripPath([[104, 196], [296, 196]], 15), texture: 'beads', ink: 0.2, lift: FRONT },
    { path: dotsPath(DIAL_MARKS, 4.5), texture: 'plain', ink: 0.8, lift: RAISED },
    { path: starPath(269, 184, 13, 5), texture: 'plain', ink: 0.7, lift: RAISED },
    { path: stripPath([[200, 184], [250, 158]], 10, 4), texture: 'plain', ink: 0.6, lift: RAISED },
    { path: circlePath(200, 184, 12), texture: 'plain', ink: 0.4, lift: RAISED },
    { path: dotsPath([[283, 268], [283, 290]], 6), texture: 'plain', ink: -0.05, lift: RAISED },
  ],
  seacity: [
    {
      path: [118, 140, 162].map((y) => stripPath([[100, y], [133, y - 9], [166, y], [200, y - 9], [233, y], [266, y - 9], [300, y]], 8)).join(''),
      texture: 'plain',
      ink: -0.03,
      lift: { base: 14, radius: 4, swell: 14 },
    },
    { path: closedSpline([[74, 334], [130, 322], [200, 330], [268, 322], [326, 334], [284, 366], [200, 384], [116, 366]]), texture: 'fur', ink: 0.3, lift: SLAB },
    { path: 'M84,338 C84,268 164,268 164,338Z', texture: 'plain', ink: 0.16, lift: BODY },
    { path: 'M236,338 C236,262 322,262 322,338Z', texture: 'plain', ink: 0.16, lift: BODY },
    { path: 'M128,342 C128,192 272,192 272,342Z', texture: 'plain', ink: 0.06, lift: BODY },
    { path: stripPath([[200, 228], [200, 196]], 8) + circlePath(200, 190, 9), texture: 'plain', ink: 0.2, lift: LIMB },
    {
      path: stripPath([[200, 230], [160, 268], [150, 340]], 5) + stripPath([[200, 230], [240, 268], [250, 340]], 5) + stripPath([[136, 292], [200, 304], [264, 292]], 5),
      texture: 'plain',
      ink: 0.4,
      lift: RAISED,
    },
    {
      path: dotsPath([[182, 276], [218, 276], [170, 322], [200, 326], [230, 322], [108, 318], [292, 314]], 8),
      texture: 'plain',
      ink: 0.7,
      lift: CUT,
    },
    { path: closedSpline([[96, 222, 1], [118, 208], [146, 222, 1], [118, 236]]) + 'M104,222 L78,206 L84,222 L78,238Z', texture: 'scales', ink: 0.1, lift: LIMB },
    { path: closedSpline([[268, 214, 1], [286, 204], [308, 214, 1], [286, 224]]) + 'M274,214 L252,202 L258,214 L252,226Z', texture: 'scales', ink: 0.1, lift: LIMB },
  ],
  showcase: [
    { path: 'M136,300 L264,300 L276,366 L124,366Z', texture: 'plain', ink: 0.3, lift: SLAB },
    { path: 'M160,322 h80 v24 h-80Z', texture: 'ruffle', ink: -0.04, lift: RAISED },
    { path: 'M114,122 h172 v176 h-172Z M124,132 v156 h152 v-156Z', texture: 'plain', ink: 0.04, lift: LIMB },
    { path: stripPath([[104, 300], [296, 300]], 17) + stripPath([[108, 122], [292, 122]], 13), texture: 'plain', ink: 0.2, lift: FRONT },
    {
      path: closedSpline([[152, 274], [140, 240], [158, 200], [178, 168], [212, 150], [240, 164], [244, 196], [226, 226], [214, 258], [190, 284]]),
      texture: 'plain',
      ink: 0.36,
      lift: { base: 22, radius: 10, swell: 20 },
    },
    { path: stripPath([[222, 174], [186, 188], [160, 226]], 13) + stripPath([[222, 174], [222, 210], [200, 248]], 13), texture: 'plain', ink: -0.05, lift: { base: 52, radius: 6, swell: 12 } },
    { path: circlePath(222, 174, 10), texture: 'plain', ink: 0.2, lift: { base: 62, radius: 6, swell: 8 } },
    { path: stripPath([[262, 148], [262, 196]], 4) + stripPath([[252, 146], [252, 170]], 4), texture: 'plain', ink: -0.06, lift: LIMB },
    { path: ovalPath(200, 288, 66, 7), texture: 'plain', ink: 0.4, lift: SLAB },
  ],
};
