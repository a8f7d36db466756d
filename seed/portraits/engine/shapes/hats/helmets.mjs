/**
 * Helmets.
 * @typedef {import('../hair.mjs').Piece} Piece
 */
import { circlePath } from '../../spline.mjs';
import { GROOVE, SEAM, STIFF } from '../lift.mjs';
import { dotsPath, stripPath } from '../outline.mjs';

/** @type {Record<string, Piece[]>} */
export const HELMETS = {
  helmet: [
    {
      path: 'M60,60 C80,-10 190,-40 262,0 C290,18 300,50 292,70 C250,30 150,20 90,90 C70,140 74,220 60,280 C30,240 30,120 60,60Z',
      texture: 'crest',
      ink: 0.35,
    },
    {
      path: 'M284,150 C284,92 236,54 180,54 C112,58 68,108 70,176 C72,230 84,270 104,300 L150,296 C146,260 150,226 166,206 L226,178 C236,166 246,160 258,158 L296,160 L292,148Z',
      texture: 'plain',
      ink: 0.1,
    },
  ],
  kabuto: [
    {
      path: 'M80,126 C58,170 26,226 2,272 C0,286 8,294 20,298 C70,310 124,306 160,288 C156,250 164,218 190,204 C206,190 216,166 224,140Z',
      texture: 'bands',
      ink: 0.34,
    },
    {
      path: 'M74,152 C60,80 110,22 184,20 C250,22 292,74 290,132 C220,98 140,108 74,152Z',
      texture: 'crest',
      ink: 0.3,
      lift: { base: 60, radius: 40, swell: 24 },
    },
    { path: circlePath(184, 18, 11), texture: 'plain', ink: -0.02, lift: STIFF },
    {
      path: 'M250,108 C290,106 324,122 336,148 C304,154 272,146 248,132Z',
      texture: 'plain',
      ink: 0.42,
      lift: STIFF,
    },
    { path: stripPath([[72, 152], [140, 114], [216, 102], [292, 128]], 9), texture: 'beads', ink: 0, lift: SEAM },
    {
      path: 'M188,128 C206,110 240,116 244,142 C244,164 222,178 200,172 C188,160 184,144 188,128Z',
      texture: 'plain',
      ink: 0.12,
      lift: { base: 74, radius: 9, swell: 9 },
    },
    {
      path: 'M262,106 C248,60 254,8 270,-30 C278,6 282,46 284,88 C306,50 334,6 372,-22 C364,24 330,80 294,116Z',
      texture: 'plain',
      ink: -0.06,
      lift: { base: 78, radius: 10, swell: 9 },
    },
    { path: circlePath(278, 104, 12), texture: 'plain', ink: 0.1, lift: { base: 88, radius: 8, swell: 6 } },
    { path: stripPath([[212, 168], [216, 240], [226, 290], [250, 326]], 10), texture: 'leaf', ink: 0.46, lift: STIFF },
  ],
  corinthian: [
    {
      path: 'M276,-24 C214,-62 110,-52 56,14 C16,70 10,150 32,232 C44,240 52,232 54,216 C48,150 60,90 98,54 C142,14 210,0 262,4Z',
      texture: 'crest',
      ink: 0.34,
    },
    {
      path: 'M62,222 C48,150 56,80 106,40 C154,6 230,-6 276,10 C304,22 322,40 336,66 L306,78 C312,94 306,116 286,138 C262,122 240,126 216,144 C190,164 168,180 148,190 C132,204 116,226 102,246 C86,246 70,238 62,222Z',
      texture: 'plain',
      ink: 0.06,
      lift: { base: 60, radius: 46, swell: 26 },
    },
    {
      path: 'M302,66 C276,52 244,58 232,80 C252,96 284,94 302,66Z',
      texture: 'plain',
      ink: 0.62,
      lift: GROOVE,
    },
    {
      path: stripPath([[334, 64], [300, 66], [268, 52], [234, 66]], 5),
      texture: 'plain',
      ink: 0,
      lift: SEAM,
    },
    {
      path: stripPath([[286, 134], [258, 124], [214, 142], [150, 186], [104, 242]], 7),
      texture: 'beads',
      ink: 0.2,
      lift: SEAM,
    },
    { path: stripPath([[226, 70], [170, 80], [120, 120], [90, 180]], 4), texture: 'plain', ink: 0.1, lift: GROOVE },
  ],
  morion: [
    {
      path: 'M62,92 C76,14 138,-44 194,-46 C248,-42 290,14 300,78 C262,40 226,20 184,18 C136,20 96,44 62,92Z',
      texture: 'crest',
      ink: 0.26,
      lift: { base: 62, radius: 8, swell: 8 },
    },
    {
      path: 'M84,134 C74,68 112,20 182,16 C250,18 286,66 276,124 C214,98 142,104 84,134Z',
      texture: 'plain',
      ink: 0.06,
      lift: { base: 60, radius: 46, swell: 30 },
    },
    { path: stripPath([[72, 90], [122, 40], [182, 22], [242, 38], [292, 76]], 7), texture: 'beads', ink: 0.1, lift: SEAM },
    { path: circlePath(180, 60, 16), texture: 'petal', ink: 0.24, centre: [180, 60], lift: SEAM },
    {
      path: 'M152,118 C176,110 200,112 212,124 C220,190 226,260 250,320 L236,334 C206,310 172,220 152,118Z',
      texture: 'scales',
      ink: 0.26,
      lift: { base: 64, radius: 9, swell: 9 },
    },
    {
      path: 'M18,52 C54,90 104,100 146,94 C176,88 206,86 236,90 C286,96 336,72 370,26 C372,76 340,120 292,136 C214,112 150,118 94,152 C52,136 26,98 18,52Z',
      texture: 'plain',
      ink: 0.06,
      lift: { base: 70, radius: 16, swell: 12 },
    },
    {
      path: dotsPath([[110, 108], [142, 104], [174, 97], [206, 96], [238, 101], [268, 110]], 6),
      texture: 'plain',
      ink: 0.3,
      lift: { base: 82, radius: 5, swell: 6 },
    },
    { path: stripPath([[22, 60], [50, 112], [94, 142], [176, 112], [290, 127], [340, 94], [367, 38]], 5), texture: 'plain', ink: 0.3, lift: GROOVE },
  ],
  spangen: [
    {
      path: 'M76,146 C56,190 50,260 46,330 C60,356 110,370 160,362 C190,360 214,348 226,330 C206,300 198,250 206,210 C212,190 226,172 240,156Z',
      texture: 'scales',
      ink: 0.3,
    },
    {
      path: 'M72,154 C64,92 108,36 168,-12 C174,-20 186,-22 194,-12 C252,36 288,84 286,136 C220,104 140,114 72,154Z',
      texture: 'plain',
      ink: 0.08,
      lift: { base: 60, radius: 46, swell: 28 },
    },
    { path: stripPath([[182, -14], [152, 46], [142, 112]], 18), texture: 'plain', ink: 0.32, lift: SEAM },
    { path: stripPath([[184, -14], [228, 46], [246, 106]], 18), texture: 'plain', ink: 0.32, lift: SEAM },
    { path: stripPath([[182, -12], [112, 56], [86, 136]], 14), texture: 'plain', ink: 0.32, lift: SEAM },
    { path: circlePath(182, -18, 11), texture: 'plain', ink: 0.1, lift: STIFF },
    {
      path: 'M70,132 C134,88 222,82 288,114 L290,140 C222,108 138,116 72,160Z',
      texture: 'plain',
      ink: 0.3,
      lift: STIFF,
    },
    {
      path: dotsPath([[90, 132], [118, 115], [148, 106], [180, 102], [212, 104], [244, 110], [272, 122]], 4),
      texture: 'plain',
      ink: 0,
      lift: { base: 80, radius: 4, swell: 5 },
    },
    { path: 'M280,116 L296,122 L316,214 L302,216 L290,180Z', texture: 'plain', ink: 0.24, lift: STIFF },
  ],
  spacehelmet: [
    {
      path: 'M292,112 C256,96 226,116 214,160 C204,210 210,270 232,316 C246,336 268,348 292,346 C300,372 288,396 270,404 L76,404 C36,360 14,280 18,196 C22,96 84,14 174,10 C240,10 286,52 292,112Z',
      texture: 'plain',
      ink: -0.02,
      lift: { base: 60, radius: 60, swell: 34 },
    },
    {
      path: 'M296,116 C252,96 220,120 210,162 C200,214 206,274 230,320 C244,342 268,354 298,350 L294,332 C268,334 252,322 244,306 C226,262 222,214 230,172 C238,142 260,130 292,138Z',
      texture: 'plain',
      ink: 0.46,
      lift: { base: 78, radius: 9, swell: 10 },
    },
    {
      path: 'M152,22 C230,-6 312,34 328,104 C320,124 300,128 284,116 C262,72 214,46 152,22Z',
      texture: 'plain',
      ink: 0.16,
      lift: { base: 84, radius: 14, swell: 14 },
    },
    { path: circlePath(146, 206, 34), texture: 'plain', ink: 0.24, lift: { base: 88, radius: 10, swell: 8 } },
    { path: circlePath(146, 206, 20), texture: 'plain', ink: 0, lift: { base: 90, radius: 10, swell: 8 } },
    {
      path: 'M66,376 C120,400 220,406 288,384 C300,396 296,420 276,428 C200,448 110,440 62,412 C52,400 54,384 66,376Z',
      texture: 'bands',
      ink: 0.36,
      lift: { base: 84, radius: 9, swell: 9 },
    },
  ],
};
