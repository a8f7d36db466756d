/**
 * Big hair of many locks: shocks, manes, curled wigs.
 * @typedef {import('../hair.mjs').Piece} Piece
 */
import { ovalPath, stripPath } from '../outline.mjs';
import { lineBetween, lockPath } from './strand.mjs';

/** @typedef {import('./strand.mjs').Spot} Spot */

/** `count` lines from the first to the last. The tips are moved by the `offsets`, which repeat. @returns {Spot[][]} */
function linesBetween([first, last], count, offsets) {
  return Array.from({ length: count }, (_, i) => {
    const line = lineBetween(first, last, i / (count - 1));
    const [x, y] = line[line.length - 1];
    const [dx, dy] = offsets[i % offsets.length];
    return [...line.slice(0, -1), /** @type {Spot} */ ([x + dx, y + dy])];
  });
}

/** Two pieces with alternate paths, because neighbours in one piece would merge in the relief. @returns {Piece[]} */
function alternatePieces(paths, texture) {
  return [0, 1].map((from) => ({
    path: paths.filter((_, i) => i % 2 === from).join(''),
    texture,
    lift: { base: 42 + 3 * from, radius: 10, swell: 12 },
  }));
}

/** Hanging locks of one width. @returns {Piece[]} */
const lockPieces = (lines, count, width, offsets, texture = 'strands') =>
  alternatePieces(linesBetween(lines, count, offsets).map((line) => lockPath(line, width)), texture);

/** Tufts that stand off the head and end in a point. @returns {Piece[]} */
const tuftPieces = (lines, count, width, offsets) =>
  alternatePieces(linesBetween(lines, count, offsets).map((line) => stripPath(line, width, 6)), 'radial');

/** Hair that lies on the skull under the locks. */
const CAP_PATH =
  'M244,96 C226,74 200,60 174,58 C122,60 80,98 72,154 C68,204 78,254 100,288 C112,294 124,286 130,270 C136,246 138,232 144,220 C152,204 166,200 178,206 C190,210 196,200 200,186 C206,164 226,130 244,96Z';

/**
 * Curls of the hair `setcurls`: centre x, centre y, radius x and radius y of each curl, from the
 * nape over the temple to the forehead.
 */
const SET_CURLS = [
  [64, 262, 30, 27],
  [106, 286, 33, 27],
  [148, 280, 29, 26],
  [182, 244, 24, 28],
  [204, 196, 24, 28],
  [232, 156, 28, 26],
  [262, 116, 28, 27],
  [226, 84, 40, 28],
];

/** @type {Record<string, Piece[]>} */
export const TOUSLED = {
  shock: [
    { path: CAP_PATH, texture: 'radial' },
    ...tuftPieces(
      [
        [[130, 236], [90, 268], [44, 280], [10, 268]],
        [[232, 100], [248, 62], [236, 18], [208, -8]],
      ],
      13,
      48,
      [[0, 0], [14, 14], [-4, -8], [20, 6]],
    ),
    ...tuftPieces(
      [
        [[160, 214], [116, 220], [72, 232], [34, 226]],
        [[218, 116], [200, 74], [172, 36], [140, 18]],
      ],
      8,
      40,
      [[0, 6], [12, 12], [6, -6]],
    ),
  ],
  mane: [
    { path: CAP_PATH, texture: 'radial' },
    ...tuftPieces(
      [
        [[160, 206], [118, 244], [92, 292], [46, 316]],
        [[256, 104], [254, 52], [206, 24], [146, 36]],
      ],
      11,
      50,
      [[0, 0], [12, 8], [-6, -8]],
    ),
    ...tuftPieces(
      [
        [[176, 150], [158, 176], [154, 226], [128, 266]],
        [[236, 84], [262, 76], [282, 96], [286, 134]],
      ],
      6,
      34,
      [[0, 0], [-2, 8], [2, -4]],
    ),
  ],
  leonine: [
    {
      path: 'M262,104 C266,70 232,38 190,28 C136,18 78,44 50,96 C28,140 26,196 40,246 C46,284 60,316 92,328 C120,332 142,312 146,280 C146,254 148,236 158,220 C170,204 184,206 194,206 C202,186 208,162 222,142 C236,128 254,120 262,104Z',
      texture: 'wave',
      lift: { base: 40, radius: 34, swell: 24 },
    },
    ...lockPieces(
      [
        [[150, 236], [112, 270], [84, 300], [46, 310]],
        [[226, 80], [160, 54], [96, 84], [42, 118]],
      ],
      8,
      26,
      [[0, 0], [-10, 10], [4, -6]],
    ),
  ],
  periwig: [
    {
      path: 'M262,108 C268,66 236,8 204,18 C190,22 182,34 176,42 C164,20 132,6 108,30 C70,52 44,110 38,180 C28,250 14,330 20,430 C24,470 60,486 96,478 C130,474 150,450 152,410 C158,350 146,290 158,222 C170,200 186,206 196,212 C206,188 208,164 220,146 C236,130 254,122 262,108Z',
      texture: 'marcel',
      lift: { base: 40, radius: 40, swell: 26 },
    },
    ...lockPieces(
      [
        [[108, 40], [58, 90], [40, 180], [44, 280], [30, 380], [36, 460]],
        [[172, 60], [120, 130], [108, 220], [116, 310], [110, 400], [120, 462]],
      ],
      5,
      36,
      [[0, 0], [4, 14], [-4, -10]],
      'marcel',
    ),
    ...lockPieces(
      [
        [[200, 30], [166, 90], [136, 160], [130, 250], [142, 340], [140, 420]],
        [[246, 100], [216, 120], [190, 164], [168, 216], [176, 300], [196, 390]],
      ],
      4,
      34,
      [[0, 0], [6, 12], [0, -12]],
      'marcel',
    ),
  ],
  setcurls: [
    {
      path: 'M262,104 C258,66 216,40 168,42 C104,46 56,94 48,162 C42,206 44,244 56,276 C92,300 140,300 172,270 C186,250 192,224 202,200 C214,176 238,150 262,104Z',
      texture: 'marcel',
      lift: { base: 40, radius: 30, swell: 22 },
    },
    ...SET_CURLS.map(([x, y, rx, ry]) => ({
      path: ovalPath(x, y, rx, ry),
      texture: 'strands',
      centre: /** @type {[number, number]} */ ([x + 5, y + 5]),
      lift: { base: 48, radius: 20, swell: 17 },
    })),
  ],
  pouf: [
    {
      path: 'M270,120 C284,60 274,-20 220,-44 C160,-60 92,-40 66,24 C48,80 56,150 76,214 C84,248 96,268 112,272 C128,262 136,246 146,228 C158,206 174,204 190,212 C206,206 214,186 224,168 C236,150 258,138 270,120Z',
      texture: 'strands',
      centre: [-60, 130],
      lift: { base: 40, radius: 46, swell: 28 },
    },
    ...[[112, 236], [94, 196], [136, 200]].map(([x, y]) => ({
      path: ovalPath(x, y, 34, 19),
      texture: 'roll',
      lift: { base: 56, radius: 16, swell: 15 },
    })),
    ...lockPieces([[[108, 262], [88, 300], [86, 344], [78, 392]], [[134, 258], [122, 300], [122, 350], [112, 404]]], 2, 26, [[0, 0]]),
  ],
  peak: [
    {
      path: 'M264,122 C246,108 228,104 212,108 C222,92 232,82 236,74 C214,60 192,56 172,57 C120,59 78,100 73,160 C70,206 80,250 99,282 C109,290 123,282 130,264 C136,246 138,232 144,220 C152,204 166,200 178,206 C188,210 194,216 198,204 C204,184 202,168 206,152 C212,138 232,132 264,122Z',
      texture: 'strands',
      centre: [300, 130],
    },
  ],
};
