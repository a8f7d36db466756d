/**
 * Signs of rank and festive headgear: crowns, garlands, bands.
 * @typedef {import('../hair.mjs').Piece} Piece
 */
import { circlePath } from '../../spline.mjs';
import { bloomPieces } from '../bloom.mjs';
import { SEAM, STIFF } from '../lift.mjs';
import { pointsAlong, dotsPath, stripPath } from '../outline.mjs';

/** Centre x and y and radius of each flower of the flower crown. */
const BLOOM_CIRCLES = [
  [92, 96, 25],
  [124, 62, 30],
  [224, 52, 30],
  [262, 84, 22],
  [174, 42, 37],
];

/** The rearing cobra on a pharaoh's brow. @returns {Piece[]} */
function uraeusPieces(x, y) {
  const at = (points) => points.map(([dx, dy]) => /** @type {[number, number]} */ ([x + dx, y + dy]));
  return [
    {
      path: stripPath(at([[-34, -46], [-12, -34], [4, -8], [6, 14], [16, 2], [14, -24], [18, -42]]), 9, 13),
      texture: 'plain',
      ink: 0.12,
      lift: STIFF,
    },
    { path: circlePath(x + 20, y - 44, 9), texture: 'plain', ink: 0.12, lift: STIFF },
  ];
}

/** The centres of the small discs on the blue war crown, row by row. */
const DISC_CENTRES = [
  [92, 60, 7],
  [84, 84, 8],
  [82, 108, 8],
  [84, 132, 6],
  [90, 156, 4],
].flatMap(([x, y, count]) => pointsAlong([x, y], [x + 24 * (count - 1), y - 9 * (count - 1)], count));

/** The tips of a diadem from the forehead back. @type {[number, number][]} */
const DIADEM_POINTS = [
  [296, 82],
  [290, 50],
  [268, 22],
  [234, 2],
  [196, 4],
  [164, 20],
];

/** @type {Record<string, Piece[]>} */
export const CROWNS = {
  crown: [
    {
      path: 'M84,104 L70,30 L112,66 L132,10 L168,54 L196,0 L222,52 L262,12 L262,70 L292,44 L270,116 C214,84 140,82 84,104Z',
      texture: 'plain',
      ink: 0.05,
    },
    {
      path: 'M82,100 C140,76 214,78 272,112 L268,130 C212,98 142,96 80,120Z',
      texture: 'beads',
      ink: 0.25,
    },
  ],
  veilcrown: [
    {
      path: 'M246,72 C210,48 150,44 106,68 C70,92 50,140 46,200 C40,290 30,370 14,452 C48,474 100,470 132,448 C128,380 116,310 128,250 C136,206 150,170 176,146 C206,124 234,110 246,72Z',
      texture: 'fall',
      ink: -0.04,
      lift: { base: 54, radius: 18, swell: 12 },
    },
    { path: stripPath([[132, 448], [120, 380], [118, 310], [130, 246], [152, 190], [178, 146]], 14), texture: 'frill', centre: [60, 300], ink: 0.2, lift: SEAM },
    {
      path: 'M140,64 L130,14 L154,34 L166,2 L184,32 L202,2 L212,36 L236,20 L226,70 C198,58 168,56 140,64Z',
      texture: 'petal',
      centre: [184, 90],
      ink: 0,
      lift: { base: 72, radius: 10, swell: 10 },
    },
    { path: dotsPath([[130, 12], [166, 0], [202, 0], [237, 18]], 7), texture: 'plain', ink: -0.06, lift: { base: 80, radius: 6, swell: 7 } },
    { path: stripPath([[138, 68], [184, 58], [228, 74]], 14), texture: 'beads', ink: 0.3, lift: { base: 80, radius: 6, swell: 7 } },
  ],
  feathers: [
    ...[[[120, -6], [70, -28], [36, -12], [18, 30]], [[140, -22], [104, -40], [62, -38], [40, -16]], [[170, -28], [150, -42], [116, -44], [92, -32]]].map((line) => ({
      path: stripPath(/** @type {[number, number][]} */ (line), 26, 14),
      texture: 'leaf',
      ink: 0.02,
      lift: STIFF,
    })),
    { path: stripPath([[262, 92], [200, 66], [130, 76], [74, 112]], 16), texture: 'drape', ink: 0.4, lift: STIFF },
    { path: circlePath(142, -6, 15), texture: 'petal', centre: [142, -6], ink: 0.3, lift: { base: 78, radius: 9, swell: 9 } },
    { path: dotsPath([[236, 80], [200, 70], [162, 72]], 7), texture: 'plain', ink: -0.06, lift: { base: 84, radius: 6, swell: 7 } },
  ],
  laurel: [
    {
      path: 'M272,132 C282,118 298,118 304,108 C288,100 274,106 266,114 C270,98 284,90 282,78 C264,80 254,94 252,106 C250,88 258,76 250,64 C236,72 230,86 234,98 C226,82 230,66 218,58 C208,70 208,86 216,96 C204,84 202,66 188,62 C182,76 188,92 198,100 C182,92 174,76 160,76 C158,90 170,104 182,108 C164,106 152,94 138,98 C140,112 156,120 168,120 C150,124 136,116 124,124 C130,138 146,140 158,136 C142,146 128,142 116,152 C126,164 142,160 152,152 C138,168 122,166 112,178 C124,188 142,180 150,168 L156,160 C190,128 232,124 272,132Z',
      texture: 'leaf',
      ink: 0.12,
    },
  ],
  nemes: [
    {
      path: 'M276,120 C270,76 226,44 172,44 C104,48 64,100 50,170 C40,230 26,300 16,380 C40,400 90,404 128,392 C142,340 136,290 142,250 C150,214 176,200 200,196 C214,164 240,140 276,120Z',
      texture: 'bands',
      ink: 0.1,
    },
    {
      path: 'M262,112 C276,104 292,92 288,70 C300,66 310,84 304,104 C296,120 284,128 272,130Z',
      texture: 'plain',
      ink: 0.3,
    },
    {
      path: 'M84,118 C140,74 220,78 276,118 L278,134 C222,98 140,96 78,138Z',
      texture: 'beads',
      ink: 0.2,
    },
  ],
  band: [
    {
      path: 'M80,146 C140,96 224,96 282,140 L280,158 C224,116 142,118 78,166Z',
      texture: 'beads',
      ink: 0.1,
    },
  ],
  flowers: BLOOM_CIRCLES.flatMap(bloomPieces),
  ribbon: [
    {
      path: 'M176,46 C190,70 186,110 168,150 C150,190 124,226 96,254 L86,242 C112,212 138,178 154,142 C168,108 172,76 160,48Z',
      texture: 'plain',
      ink: 0.55,
    },
  ],
  tiara: [
    {
      path: 'M278,120 L302,78 L272,82 L294,44 L256,58 L270,16 L230,40 L234,-6 L206,32 L194,-2 L184,36 L160,16 L166,48 C216,56 252,84 270,124Z',
      texture: 'petal',
      ink: 0,
      centre: [190, 150],
      lift: { base: 62, radius: 10, swell: 9 },
    },
    { path: dotsPath(DIADEM_POINTS, 8), texture: 'plain', ink: -0.06, lift: STIFF },
    {
      path: stripPath([[277, 132], [254, 94], [220, 70], [162, 60]], 18, 14),
      texture: 'beads',
      ink: 0.3,
      lift: STIFF,
    },
  ],
  modius: [
    {
      path: 'M284,148 C272,96 258,20 240,-36 C176,-44 70,-16 14,40 C36,100 60,190 92,264 C120,262 146,240 152,212 C158,188 178,180 198,184 C216,166 248,148 284,148Z',
      texture: 'plain',
      ink: 0.34,
      lift: { base: 58, radius: 44, swell: 24 },
    },
    {
      path: 'M240,-36 C176,-44 70,-16 14,40 C24,46 40,42 52,34 C106,2 176,-18 240,-36Z',
      texture: 'plain',
      ink: 0.1,
      lift: { base: 78, radius: 8, swell: 4 },
    },
    {
      path: stripPath([[268, 62], [200, 72], [120, 104], [50, 146]], 30),
      texture: 'check',
      ink: -0.02,
      lift: { base: 76, radius: 7, swell: 6 },
    },
    { path: stripPath([[264, 44], [194, 54], [114, 86], [42, 128]], 5), texture: 'plain', ink: 0.5, lift: SEAM },
    { path: stripPath([[272, 80], [206, 90], [126, 122], [58, 164]], 5), texture: 'plain', ink: 0.5, lift: SEAM },
    {
      path: stripPath([[284, 140], [246, 142], [206, 164], [188, 180]], 13),
      texture: 'plain',
      ink: 0,
      lift: STIFF,
    },
    ...uraeusPieces(274, 88),
  ],
  khepresh: [
    {
      path: 'M284,136 C290,92 282,44 258,12 C226,-28 166,-44 118,-24 C66,0 40,56 48,112 C54,160 72,204 98,240 C112,236 118,222 120,206 C134,180 162,166 192,160 C226,154 258,146 284,136Z',
      texture: 'plain',
      ink: 0.36,
      lift: { base: 58, radius: 46, swell: 26 },
    },
    { path: dotsPath(DISC_CENTRES, 6), texture: 'plain', ink: 0.12, lift: SEAM },
    {
      path: stripPath([[284, 92], [252, 46], [196, 24], [130, 40], [84, 90], [68, 150]], 7),
      texture: 'plain',
      ink: 0.1,
      lift: { ...SEAM, swell: 8 },
    },
    {
      path: stripPath([[286, 130], [230, 138], [176, 154], [134, 180], [110, 230]], 15),
      texture: 'plain',
      ink: 0,
      lift: STIFF,
    },
    { path: stripPath([[100, 228], [78, 290], [66, 360]], 16, 24), texture: 'fall', ink: 0.16, lift: STIFF },
    ...uraeusPieces(284, 96),
  ],
  mitre: [
    { path: stripPath([[96, 124], [64, 190], [48, 270], [40, 350]], 26, 32), texture: 'plain', ink: 0, lift: STIFF },
    { path: stripPath([[43, 326], [40, 350]], 33), texture: 'fall', ink: 0.3, lift: { base: 74, radius: 5, swell: 6 } },
    { path: 'M130,10 C168,-6 206,-26 238,-44 C262,-22 284,0 300,28 L286,90Z', texture: 'plain', ink: 0.3 },
    {
      path: 'M92,132 C84,96 78,60 74,28 C108,10 144,-14 172,-44 C208,-16 246,6 288,30 C286,62 282,94 276,124 C214,92 150,96 92,132Z',
      texture: 'plain',
      ink: -0.02,
      lift: { base: 66, radius: 26, swell: 18 },
    },
    { path: stripPath([[77, 36], [122, 6], [172, -36], [228, 4], [285, 38]], 9), texture: 'beads', ink: 0.3, lift: SEAM },
    { path: stripPath([[174, -26], [176, 30], [178, 90]], 24), texture: 'check', ink: 0.36, lift: STIFF },
    { path: stripPath([[126, 28], [128, 78]], 8) + stripPath([[108, 56], [146, 48]], 8), texture: 'plain', ink: 0.36, lift: SEAM },
    { path: stripPath([[232, 28], [230, 78]], 8) + stripPath([[212, 50], [250, 54]], 8), texture: 'plain', ink: 0.36, lift: SEAM },
    {
      path: 'M86,104 C146,66 218,62 282,94 L277,126 C216,92 150,96 92,134Z',
      texture: 'check',
      ink: 0.36,
      lift: { base: 74, radius: 8, swell: 8 },
    },
  ],
};
