/**
 * Court and country hats of China, Korea and Japan.
 * @typedef {import('../hair.mjs').Piece} Piece
 */
import { circlePath } from '../../spline.mjs';
import { GROOVE, SEAM, STIFF } from '../lift.mjs';
import { pointsAlong, dotsPath, stripPath } from '../outline.mjs';

/** Eight beads of a string that hangs at `x` from y `from` down to `to`. */
const beadStringPath = (x, from, to) => dotsPath(pointsAlong([x, from], [x, to], 8), 5);

/** @type {Record<string, Piece[]>} */
export const EAST = {
  kasa: [
    {
      path: 'M10,148 C40,118 110,100 190,98 C270,98 350,112 384,138 C350,150 300,140 276,134 C210,112 140,120 92,152 C60,166 24,162 10,148Z',
      texture: 'plain',
      ink: 0.5,
    },
    {
      path: 'M6,144 C80,96 150,34 188,-16 C226,30 306,92 388,134 C310,108 100,104 6,144Z',
      texture: 'petal',
      ink: 0.02,
      centre: [188, -30],
      lift: { base: 60, radius: 40, swell: 22 },
    },
    { path: stripPath([[146, 32], [188, 26], [230, 32]], 5), texture: 'plain', ink: 0.3, lift: SEAM },
    { path: stripPath([[100, 76], [188, 64], [280, 74]], 5), texture: 'plain', ink: 0.3, lift: SEAM },
    { path: stripPath([[6, 144], [90, 116], [188, 108], [300, 114], [388, 134]], 7), texture: 'beads', ink: 0.2, lift: SEAM },
    { path: stripPath([[196, 120], [212, 200], [224, 280], [246, 324]], 6), texture: 'plain', ink: 0.5, lift: STIFF },
  ],
  eboshi: [
    {
      path: 'M92,132 C84,80 76,16 92,-22 C106,-46 150,-48 188,-36 C226,-22 248,4 258,42 C266,74 272,100 276,124 C214,92 152,98 92,132Z',
      texture: 'plain',
      ink: 0.46,
      lift: { base: 58, radius: 34, swell: 22 },
    },
    { path: stripPath([[106, -30], [130, 4], [142, 50], [138, 104]], 12, 5), texture: 'plain', ink: 0.5, lift: GROOVE },
    { path: stripPath([[168, -38], [196, 4], [206, 50], [200, 96]], 12, 5), texture: 'plain', ink: 0.5, lift: GROOVE },
    {
      path: 'M88,112 C148,76 216,72 274,102 L277,126 C214,94 150,100 91,138Z',
      texture: 'plain',
      ink: 0.58,
      lift: STIFF,
    },
    { path: stripPath([[166, 94], [196, 170], [222, 260], [250, 326]], 8), texture: 'leaf', ink: -0.04, lift: STIFF },
    { path: stripPath([[166, 94], [120, 106], [86, 134]], 8), texture: 'leaf', ink: -0.04, lift: STIFF },
  ],
  mian: [
    { path: [44, 62, 80].map((x) => beadStringPath(x, 50, 190)).join(''), texture: 'plain', ink: 0, lift: STIFF },
    {
      path: 'M90,132 C80,82 108,28 180,26 C246,28 278,76 277,124 C216,92 150,98 90,132Z',
      texture: 'plain',
      ink: 0.44,
    },
    {
      path: 'M86,108 C146,70 216,66 275,98 L278,126 C216,92 150,98 90,138Z',
      texture: 'check',
      ink: 0.1,
      lift: STIFF,
    },
    { path: [300, 316, 332, 348].map((x) => beadStringPath(x, 14, 146)).join(''), texture: 'plain', ink: -0.04, lift: STIFF },
    {
      path: 'M28,44 C120,22 250,-6 352,-18 L362,2 C260,16 130,42 34,66Z',
      texture: 'plain',
      ink: 0.4,
      lift: { base: 74, radius: 8, swell: 8 },
    },
    { path: stripPath([[34, 64], [130, 40], [260, 14], [362, 0]], 6), texture: 'plain', ink: -0.02, lift: SEAM },
    { path: stripPath([[84, 82], [180, 66], [282, 56]], 8), texture: 'plain', ink: 0, lift: STIFF },
    { path: stripPath([[170, 70], [186, 160], [206, 250], [240, 326]], 6), texture: 'plain', ink: 0.3, lift: STIFF },
    { path: circlePath(184, 186, 10), texture: 'plain', ink: 0, lift: { base: 76, radius: 9, swell: 8 } },
  ],
  futou: [
    {
      path: 'M88,92 C60,70 26,70 6,84 C-4,96 6,108 26,108 C50,110 72,108 92,106Z',
      texture: 'roll',
      ink: 0.34,
    },
    {
      path: 'M84,120 C66,66 92,2 150,-8 C196,-12 224,22 226,84Z',
      texture: 'plain',
      ink: 0.44,
      lift: { base: 58, radius: 30, swell: 20 },
    },
    {
      path: 'M82,144 C82,92 124,60 186,56 C246,56 280,86 279,126 C216,92 140,104 82,144Z',
      texture: 'plain',
      ink: 0.4,
      lift: { base: 64, radius: 18, swell: 14 },
    },
    { path: stripPath([[80, 150], [140, 108], [216, 98], [280, 128]], 7), texture: 'plain', ink: 0.05, lift: SEAM },
    { path: stripPath([[96, 100], [60, 84], [16, 92]], 4), texture: 'plain', ink: 0.1, lift: SEAM },
    {
      path: 'M226,80 C262,64 318,66 344,80 C356,92 346,102 326,102 C294,104 256,98 226,92Z',
      texture: 'roll',
      ink: 0.34,
      lift: STIFF,
    },
    { path: circlePath(262, 96, 8), texture: 'plain', ink: -0.04, lift: STIFF },
  ],
  gat: [
    {
      path: 'M84,126 C144,90 216,84 274,110 L280,142 C216,106 144,118 80,164Z',
      texture: 'roll',
      ink: 0.4,
    },
    {
      path: 'M112,112 L124,-22 C150,-36 214,-36 238,-24 L254,104 C210,84 154,88 112,112Z',
      texture: 'roll',
      ink: 0.36,
      lift: { base: 58, radius: 44, swell: 24 },
    },
    { path: 'M113,96 C156,72 208,70 252,88 L254,106 C208,86 156,90 112,114Z', texture: 'plain', ink: 0.58, lift: STIFF },
    {
      path: 'M4,136 C60,96 140,82 196,82 C262,82 336,96 384,124 C390,132 384,138 372,136 C280,104 110,108 20,150 C6,152 -2,144 4,136Z',
      texture: 'petal',
      ink: 0.34,
      centre: [190, 20],
      lift: { base: 66, radius: 12, swell: 12 },
    },
    {
      path: dotsPath([[214, 150], [218, 180], [222, 210], [226, 240], [230, 270], [236, 298], [246, 324], [254, 350], [254, 378], [246, 404]], 9),
      texture: 'plain',
      ink: 0,
      lift: STIFF,
    },
  ],
};
