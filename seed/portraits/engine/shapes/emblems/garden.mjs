/**
 * Emblems of plants and of a coral reef.
 * @typedef {import('../hair.mjs').Piece} Piece
 */
import { circlePath, closedSpline } from '../../spline.mjs';
import { dotsPath, ovalPath, ringPath, stripPath } from '../outline.mjs';
import { BODY, CUT, FRONT, LIMB, RAISED, SLAB } from './lift.mjs';

/** A leaf between its foot and its tip, `width` units wide. */
function leafPath([x, y], [tipX, tipY], width) {
  const length = Math.hypot(tipX - x, tipY - y);
  const [nx, ny] = [(-(tipY - y) / length) * width * 0.5, ((tipX - x) / length) * width * 0.5];
  const at = (share, side) => /** @type {[number, number]} */ ([x + (tipX - x) * share + nx * side, y + (tipY - y) * share + ny * side]);
  return closedSpline([[x, y, 1], at(0.25, 0.8), at(0.55, 1), at(0.85, 0.5), [tipX, tipY, 1], at(0.85, -0.5), at(0.55, -1), at(0.25, -0.8)]);
}

/** Foot, tip and width of the fig's leaves, the rear ones first. @type {[[number, number], [number, number], number][]} */
const FIG_LEAVES = [
  [[202, 172], [204, 92], 32],
  [[200, 262], [110, 246], 46],
  [[202, 260], [296, 238], 46],
  [[198, 220], [118, 178], 46],
  [[204, 218], [284, 168], 46],
  [[200, 180], [150, 118], 38],
  [[204, 178], [258, 116], 38],
];

/**
 * Foot, tip and width of the leaves under the glass dome.
 * @type {[[number, number], [number, number], number][]}
 */
const DOME_LEAVES = [
  [[198, 286], [136, 258], 32],
  [[202, 270], [262, 240], 32],
  [[198, 232], [156, 200], 26],
  [[202, 226], [240, 190], 24],
];

const leavesPath = (leaves) => leaves.map((leaf) => leafPath(...leaf)).join('');
const ribsPath = (leaves) => leaves.map(([foot, tip]) => stripPath([foot, tip], 4, 2)).join('');

/** A fish that swims to the right. */
const fishPath = (x, y, size) =>
  closedSpline([[x - 0.5 * size, y, 1], [x - 0.1 * size, y - 0.3 * size], [x + 0.5 * size, y, 1], [x - 0.1 * size, y + 0.3 * size]]) +
  `M${x - 0.36 * size},${y} L${x - 0.76 * size},${y - 0.26 * size} L${x - 0.66 * size},${y} L${x - 0.76 * size},${y + 0.26 * size}Z`;

/** The branches of the coral, from the trunk to the twigs. @type {[[number, number][], number, number][]} */
const CORAL_BRANCHES = [
  [[[196, 356], [192, 300], [198, 240], [186, 180], [194, 130]], 30, 15],
  [[[192, 310], [150, 278], [128, 226], [136, 186]], 23, 14],
  [[[140, 254], [108, 240], [96, 210]], 17, 12],
  [[[198, 282], [242, 252], [254, 200], [244, 158]], 23, 14],
  [[[250, 226], [282, 208], [288, 182]], 17, 12],
  [[[192, 206], [164, 176], [160, 148]], 16, 11],
  [[[196, 190], [220, 164], [222, 132]], 15, 10],
];

/** @type {Record<string, Piece[]>} */
export const GARDEN = {
  fig: [
    { path: stripPath([[200, 310], [201, 240], [203, 160]], 13, 8), texture: 'plain', ink: 0.4, lift: LIMB },
    ...FIG_LEAVES.map((leaf) => ({ path: leafPath(...leaf), texture: 'plain', ink: 0.24, lift: { base: 24, radius: 15, swell: 22 } })),
    { path: ribsPath(FIG_LEAVES), texture: 'plain', ink: -0.06, lift: RAISED },
    { path: 'M150,304 L252,304 C250,332 244,354 236,366 L166,366 C158,354 152,332 150,304Z', texture: 'plain', ink: 0.1, lift: BODY },
    { path: stripPath([[140, 304], [262, 304]], 22), texture: 'plain', ink: 0.02, lift: FRONT },
    { path: ovalPath(182, 336, 5, 7) + ovalPath(220, 336, 5, 7) + stripPath([[188, 352], [202, 356], [216, 350]], 4), texture: 'plain', ink: 0.6, lift: CUT },
  ],
  dome: [
    { path: circlePath(120, 138, 13) + circlePath(276, 122, 19), texture: 'plain', ink: 0.1, lift: LIMB },
    { path: closedSpline([[70, 300], [110, 280], [150, 296], [210, 288], [260, 298], [306, 276], [334, 296], [310, 346], [200, 384], [92, 346]]), texture: 'plain', ink: 0.36, lift: SLAB },
    { path: 'M96,312 C96,130 304,130 304,312 L292,312 C292,146 108,146 108,312Z', texture: 'plain', ink: 0, lift: LIMB },
    { path: stripPath([[200, 176], [132, 218], [118, 310]], 5) + stripPath([[200, 176], [268, 218], [282, 310]], 5), texture: 'plain', ink: 0.1, lift: { base: 16, radius: 4, swell: 9 } },
    { path: stripPath([[200, 318], [199, 260], [201, 194]], 9, 6), texture: 'plain', ink: 0.3, lift: LIMB },
    { path: leavesPath(DOME_LEAVES), texture: 'plain', ink: 0.24, lift: LIMB },
    { path: ribsPath(DOME_LEAVES), texture: 'plain', ink: -0.06, lift: RAISED },
    { path: dotsPath([[166, 294], [238, 284], [228, 230]], 17), texture: 'plain', ink: 0.5, lift: { base: 40, radius: 17, swell: 20 } },
    { path: stripPath([[84, 316], [200, 326], [316, 316]], 18), texture: 'plates', ink: 0.1, lift: FRONT },
  ],
  coral: [
    { path: closedSpline([[92, 344], [140, 324], [200, 332], [262, 322], [310, 344], [270, 370], [200, 384], [130, 370]]), texture: 'fur', ink: 0.2, lift: SLAB },
    { path: CORAL_BRANCHES.map(([line, width, end]) => stripPath(line, width, end)).join(''), texture: 'knots', ink: 0.34, lift: { base: 20, radius: 12, swell: 26 } },
    {
      path: CORAL_BRANCHES.map(([line, , end]) => circlePath(...line[line.length - 1], end * 0.62)).join(''),
      texture: 'plain',
      ink: -0.05,
      lift: FRONT,
    },
    { path: fishPath(288, 272, 78), texture: 'scales', ink: -0.05, lift: { base: 24, radius: 14, swell: 22 } },
    { path: fishPath(122, 314, 46), texture: 'scales', ink: 0.3, lift: { base: 30, radius: 10, swell: 18 } },
    { path: circlePath(308, 267, 4.5) + circlePath(133, 311, 3), texture: 'plain', ink: 0.8, lift: RAISED },
    { path: ringPath(322, 224, 9, 9, 4) + ringPath(308, 196, 6, 6, 3), texture: 'plain', ink: 0, lift: LIMB },
  ],
};
