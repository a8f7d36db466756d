/**
 * Braids, and hair twisted into locks.
 * @typedef {import('../hair.mjs').Piece} Piece
 */
import { SHORT_HAIR_PATH } from './short.mjs';
import { lineBetween, lockPath, plaitPaths } from './strand.mjs';

/** @typedef {import('./strand.mjs').Spot} Spot */

/** How a plait is raised over hair or clothes. */
const PLAIT_LIFT = { base: 50, radius: 8, swell: 13 };

/** The pieces of a plait. The first is a core that closes the gaps between the turns. @returns {Piece[]} */
function plaitPieces(line, width, lift = PLAIT_LIFT) {
  const core = { path: lockPath(line, width * 0.6), texture: 'plain', lift: { ...lift, swell: lift.swell * 0.4 } };
  return [core, ...plaitPaths(line, width).map((path) => ({ path, texture: 'plain', lift }))];
}

/** The line from the forehead over the crown to the nape. @type {Spot[]} */
const CROWN_LINE = [
  [[256, 108], [228, 84], [182, 72], [138, 82], [104, 114]],
  [[86, 158], [83, 205], [92, 250], [104, 288]],
].flat();

/** The line from the temple along the hairline and round the ear to the nape. @type {Spot[]} */
const EAR_LINE = [
  [[220, 160], [212, 172], [202, 182], [186, 186], [166, 186]],
  [[148, 200], [138, 224], [132, 250], [124, 286]],
].flat();

/** The lines of the first and the last dreadlock. The others are between them. @type {[Spot[], Spot[]]} */
const OUTER_LOCK_LINES = [
  [[196, 74], [140, 72], [92, 100], [66, 150], [54, 214], [50, 274], [40, 338]],
  [[258, 112], [238, 126], [212, 148], [188, 186], [176, 232], [174, 282], [180, 340]],
];

/** How much longer each dreadlock is than its line, in units; negative if it is shorter. */
const LENGTH_OFFSETS = [0, 16, -8, 20, 4, 24, -4, 14];

/** The path of every second dreadlock: the even ones if `from` is 0, the odd ones if it is 1. */
function dreadlocksPath(from) {
  const last = LENGTH_OFFSETS.length - 1;
  let path = '';
  for (let i = from; i <= last; i += 2) {
    const line = lineBetween(...OUTER_LOCK_LINES, i / last);
    const [x, y] = line[line.length - 1];
    path += lockPath([...line.slice(0, -1), [x, y + LENGTH_OFFSETS[i]]], 22);
  }
  return path;
}

/** Narrow braids, alternately in two pieces, because neighbours in one piece would merge in the relief. @returns {Piece[]} */
function cornrowPieces(count) {
  const lines = Array.from({ length: count }, (_, i) => lineBetween(CROWN_LINE, EAR_LINE, i / (count - 1)));
  return [0, 1].map((from) => ({
    path: lines.filter((_, i) => i % 2 === from).map((line) => lockPath(line, 13)).join(''),
    texture: 'beads',
    lift: { base: 44, radius: 6, swell: 10 },
  }));
}

/** @type {Record<string, Piece[]>} */
export const BRAIDED = {
  braid: [
    {
      path: 'M100,270 C70,300 84,330 70,352 C92,376 62,400 78,430 C92,452 112,436 108,412 C126,392 104,368 122,346 C108,320 130,296 130,270Z',
      texture: 'coil',
    },
    {
      path: SHORT_HAIR_PATH,
      texture: 'comb',
    },
  ],
  braidcrown: [
    {
      path: 'M270,120 C276,88 232,52 178,52 C114,56 70,108 70,174 C68,208 78,238 96,258 C118,262 136,250 148,230 C158,212 172,206 192,214 C208,210 218,194 226,170 C236,148 256,134 270,120Z',
      texture: 'comb',
      centre: [120, 60],
    },
    {
      path: 'M72,168 C58,150 64,124 82,112 C82,88 106,70 126,68 C140,48 168,40 188,46 C208,38 236,46 246,62 C264,66 276,84 270,102 C258,106 246,100 240,92 C226,94 212,86 206,78 C192,84 174,80 166,74 C158,88 140,92 130,90 C130,104 116,116 106,118 C108,136 98,152 92,160Z',
      texture: 'coil',
    },
  ],
  braidsup: [
    {
      path: 'M270,120 C276,88 232,52 178,52 C114,56 70,108 70,174 C68,208 78,238 96,258 C118,262 136,250 148,230 C158,212 172,206 192,214 C208,210 218,194 226,170 C236,148 256,134 270,120Z',
      texture: 'strands',
      centre: [60, 60],
    },
    ...plaitPieces([[214, 178], [208, 214], [196, 252], [168, 272], [132, 266], [100, 240], [84, 206]], 24),
    ...plaitPieces([[92, 214], [60, 220], [36, 198], [36, 160], [62, 140], [92, 150]], 30),
    ...plaitPieces([[94, 168], [72, 164], [58, 178], [66, 194], [88, 194]], 28, { ...PLAIT_LIFT, base: 56 }),
  ],
  cornrows: [
    {
      path: 'M262,110 C246,84 210,62 176,62 C126,64 84,104 76,156 C72,204 80,250 98,290 C108,296 122,294 130,286 C136,262 140,240 146,216 C154,198 170,190 188,190 C204,188 214,176 224,164 C222,140 246,124 262,110Z',
      texture: 'plain',
      lift: { base: 38, radius: 14, swell: 6 },
    },
    ...cornrowPieces(7),
  ],
  twobraids: [
    ...plaitPieces([[92, 262], [74, 310], [62, 360], [54, 420], [52, 478]], 30, { base: 40, radius: 9, swell: 13 }),
    {
      path: 'M268,114 C258,80 220,54 174,54 C110,58 67,108 67,172 C66,218 78,258 98,284 C122,300 158,298 178,280 C188,262 190,236 198,214 C208,192 212,166 224,148 C238,132 256,124 268,114Z',
      texture: 'strands',
      centre: [300, 300],
    },
    ...plaitPieces([[158, 272], [166, 312], [180, 358], [190, 410], [190, 456], [184, 492]], 34),
  ],
  dreadlocks: [
    {
      path: 'M266,112 C254,80 218,54 172,56 C106,60 64,108 60,178 C58,230 58,270 54,310 C84,324 140,324 168,310 C168,284 162,250 166,222 C176,200 186,200 200,196 C208,178 212,160 224,146 C238,132 254,122 266,112Z',
      texture: 'plain',
    },
    ...[1, 0].map((from) => ({
      path: dreadlocksPath(from),
      texture: 'knots',
      lift: { base: 46 + 3 * from, radius: 8, swell: 11 },
    })),
  ],
};
