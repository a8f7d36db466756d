/**
 * Caps: hats close to the head. A cap has no brim that runs all the way round.
 * @typedef {import('../hair.mjs').Piece} Piece
 */
import { circlePath } from '../../spline.mjs';
import { GROOVE, SEAM, STIFF } from '../lift.mjs';
import { ovalPath, stripPath } from '../outline.mjs';

/** @type {Record<string, Piece[]>} */
export const CAPS = {
  deer: [
    {
      path: 'M90,124 C78,70 130,26 184,26 C240,28 276,70 274,112 C220,92 150,96 90,124Z',
      texture: 'check',
      ink: 0.2,
    },
    {
      path: 'M256,100 C290,100 320,112 336,130 C310,132 280,128 262,122Z',
      texture: 'check',
      ink: 0.3,
    },
    {
      path: 'M96,114 C66,120 44,136 34,156 C60,156 90,146 108,134Z',
      texture: 'check',
      ink: 0.3,
    },
    {
      path: 'M130,104 C120,140 124,176 134,200 C156,200 168,180 168,150 C168,126 160,108 152,98Z',
      texture: 'check',
      ink: 0.15,
    },
  ],
  cap: [
    {
      path: 'M76,118 C70,70 124,38 184,40 C240,42 272,72 274,104 C214,88 136,92 76,118Z',
      texture: 'plain',
      ink: 0.45,
    },
    {
      path: 'M72,122 C140,88 220,86 276,108 L276,128 C220,106 140,110 74,142Z',
      texture: 'plain',
      ink: 0.6,
    },
    {
      path: 'M262,120 C290,118 318,130 330,146 C300,152 276,142 258,136Z',
      texture: 'plain',
      ink: 0.65,
    },
  ],
  mobcap: [
    {
      path: 'M252,86 C264,40 210,4 150,14 C84,22 40,84 50,160 C54,204 78,236 104,250 C126,236 140,204 160,180 C190,150 228,130 252,86Z',
      texture: 'drape',
      ink: 0,
    },
    {
      path: 'M262,74 C280,86 276,104 262,108 C262,124 246,132 234,128 C232,146 214,150 204,144 C202,162 184,168 174,162 C170,182 154,192 146,184 C144,208 130,218 118,210 C116,234 102,246 94,240 C84,230 86,210 98,200 C118,166 156,136 198,114 C228,100 250,90 262,74Z',
      texture: 'frill',
      ink: -0.02,
      centre: [130, 90],
    },
    {
      path: 'M250,80 C236,100 214,106 192,118 C156,136 118,168 96,204 L84,196 C104,156 150,122 190,102 C212,92 234,84 246,68Z',
      texture: 'plain',
      ink: 0.5,
    },
  ],
  felt: [
    {
      path: 'M96,110 C92,60 104,2 122,-22 C150,-36 216,-36 240,-20 C258,6 266,56 268,108 C220,86 150,84 96,110Z',
      texture: 'bands',
      ink: 0.22,
    },
    {
      path: 'M58,132 C62,86 118,66 176,70 C238,70 288,90 288,124 C284,148 250,150 214,160 C176,168 146,186 110,188 C74,188 54,162 58,132Z',
      texture: 'wrap',
      ink: 0.02,
    },
  ],
  beret: [
    {
      path: 'M82,148 C48,138 28,104 44,74 C66,34 140,18 204,24 C262,30 300,62 298,100 C296,118 284,126 272,124 C206,98 140,108 82,148Z',
      texture: 'plain',
      ink: 0.44,
      lift: { base: 58, radius: 34, swell: 24 },
    },
    {
      path: 'M78,138 C136,96 216,88 276,114 L276,130 C214,106 140,114 82,156Z',
      texture: 'plain',
      ink: 0.6,
    },
    { path: stripPath([[166, 30], [160, 16], [164, 4]], 9, 6), texture: 'plain', ink: 0.44, lift: STIFF },
  ],
  fez: [
    {
      path: 'M98,118 L124,6 C150,-6 216,-6 240,4 L268,112 C214,86 152,90 98,118Z',
      texture: 'plain',
      ink: 0.36,
      lift: { base: 58, radius: 40, swell: 26 },
    },
    {
      path: 'M124,10 C150,-8 216,-8 240,8 C216,22 150,22 124,10Z',
      texture: 'plain',
      ink: 0.2,
      lift: { base: 74, radius: 10, swell: 5 },
    },
    {
      path: stripPath([[182, 4], [148, 0], [112, 12], [96, 40], [92, 70]], 7),
      texture: 'plain',
      ink: 0.62,
      lift: STIFF,
    },
    { path: 'M82,68 C84,58 100,58 102,68 L110,142 L72,142Z', texture: 'fall', ink: 0.55, lift: STIFF },
    { path: circlePath(92, 66, 10), texture: 'plain', ink: 0.5, lift: { base: 74, radius: 10, swell: 9 } },
  ],
  skullcap: [
    {
      path: 'M78,140 C70,84 116,36 180,34 C238,34 274,72 276,116 C214,84 138,94 78,140Z',
      texture: 'plain',
      ink: 0.3,
    },
    { path: stripPath([[182, 34], [166, 60], [156, 100]], 4), texture: 'plain', ink: 0.3, lift: GROOVE },
    { path: stripPath([[182, 34], [120, 66], [94, 122]], 4), texture: 'plain', ink: 0.3, lift: GROOVE },
    { path: stripPath([[182, 34], [226, 60], [244, 96]], 4), texture: 'plain', ink: 0.3, lift: GROOVE },
    {
      path: 'M76,126 C136,82 216,74 276,104 L277,124 C214,96 138,104 78,150Z',
      texture: 'check',
      ink: 0.06,
      lift: { base: 62, radius: 8, swell: 9 },
    },
    { path: circlePath(182, 34, 7), texture: 'plain', ink: 0.1, lift: STIFF },
  ],
  phrygian: [
    {
      path: 'M76,156 C54,96 92,16 174,-8 C232,-24 296,-8 314,32 C324,60 306,86 284,82 C268,80 262,64 270,52 C258,56 256,76 264,90 C272,102 278,114 280,126 C214,98 138,108 76,156Z',
      texture: 'drape',
      ink: 0.3,
    },
    {
      path: 'M72,148 C132,98 216,88 278,114 L281,132 C214,106 138,116 78,166Z',
      texture: 'plain',
      ink: 0.44,
    },
    {
      path: 'M98,136 C84,160 76,200 82,250 C88,270 104,276 112,262 C112,220 120,176 142,142 C128,128 112,128 98,136Z',
      texture: 'plain',
      ink: 0.3,
    },
    { path: circlePath(232, 108, 14), texture: 'petal', ink: 0, centre: [232, 108], lift: STIFF },
    { path: circlePath(232, 108, 5), texture: 'plain', ink: 0.5, lift: { base: 76, radius: 5, swell: 4 } },
  ],
  aviator: [
    {
      path: 'M278,136 C280,82 232,42 176,42 C108,44 62,100 64,176 C66,226 80,268 106,300 C130,312 170,312 204,304 C214,290 214,270 212,250 C212,214 216,182 230,158 C244,148 262,142 278,136Z',
      texture: 'plain',
      ink: 0.42,
    },
    { path: stripPath([[268, 96], [200, 66], [120, 80], [78, 140]], 4), texture: 'plain', ink: 0.42, lift: GROOVE },
    { path: stripPath([[172, 70], [158, 120], [156, 180]], 4), texture: 'plain', ink: 0.42, lift: GROOVE },
    {
      path: 'M152,190 C176,180 204,188 212,206 L214,262 C206,286 180,292 160,280 C146,252 142,212 152,190Z',
      texture: 'plain',
      ink: 0.34,
      lift: STIFF,
    },
    { path: circlePath(182, 232, 13), texture: 'plain', ink: 0.56, lift: { base: 80, radius: 8, swell: 6 } },
    { path: stripPath([[198, 280], [214, 312], [246, 334]], 13), texture: 'plain', ink: 0.54, lift: STIFF },
    { path: stripPath([[66, 158], [120, 116], [190, 98], [258, 106]], 15), texture: 'plain', ink: 0.62, lift: STIFF },
    { path: ovalPath(254, 102, 39, 30), texture: 'plain', ink: 0.5, lift: { base: 74, radius: 9, swell: 9 } },
    { path: ovalPath(255, 101, 27, 19), texture: 'plain', ink: -0.05, lift: { base: 76, radius: 16, swell: 12 } },
  ],
  peaked: [
    {
      path: 'M44,76 C50,30 128,6 210,4 C276,2 322,26 322,56 C318,76 296,88 272,96 C210,80 142,84 90,110 C64,104 44,92 44,76Z',
      texture: 'plain',
      ink: 0.3,
    },
    {
      path: 'M86,100 C146,72 216,68 274,86 L277,122 C216,98 142,104 82,140Z',
      texture: 'plain',
      ink: 0.58,
    },
    { path: stripPath([[84, 136], [146, 100], [214, 92], [278, 114]], 6), texture: 'beads', ink: 0.05, lift: SEAM },
    {
      path: 'M254,108 C294,106 326,126 338,154 C308,158 276,146 252,130Z',
      texture: 'plain',
      ink: 0.5,
      lift: STIFF,
    },
    { path: circlePath(250, 70, 18), texture: 'petal', ink: 0, centre: [250, 70], lift: STIFF },
    { path: circlePath(250, 70, 7), texture: 'plain', ink: 0.4, lift: { base: 80, radius: 6, swell: 6 } },
  ],
  furhat: [
    {
      path: 'M92,92 C86,44 124,0 180,-8 C240,-6 272,42 272,88 C214,66 148,66 92,92Z',
      texture: 'plain',
      ink: 0.24,
    },
    { path: stripPath([[180, -6], [152, 30], [144, 76]], 7), texture: 'beads', ink: -0.04, lift: SEAM },
    { path: stripPath([[180, -6], [222, 28], [236, 74]], 7), texture: 'beads', ink: -0.04, lift: SEAM },
    { path: circlePath(180, -14, 13), texture: 'plain', ink: 0, lift: STIFF },
    {
      path: 'M52,132 C48,92 106,66 176,62 C244,60 296,80 298,112 C298,134 282,140 268,136 C210,116 146,126 96,164 C70,170 54,154 52,132Z',
      texture: 'fur',
      ink: 0.3,
      lift: { base: 62, radius: 24, swell: 18 },
    },
  ],
  biretta: [
    {
      path: 'M98,122 L82,50 C88,10 138,-8 160,34 C168,-12 222,-16 236,28 C250,4 286,16 284,50 L272,114 C214,88 152,94 98,122Z',
      texture: 'plain',
      ink: 0.42,
      lift: { base: 58, radius: 20, swell: 16 },
    },
    { path: stripPath([[160, 34], [158, 66], [160, 100]], 6, 3), texture: 'plain', ink: 0.5, lift: GROOVE },
    { path: stripPath([[236, 28], [242, 60], [240, 96]], 6, 3), texture: 'plain', ink: 0.5, lift: GROOVE },
    { path: circlePath(196, -6, 15), texture: 'fur', ink: 0.2, lift: STIFF },
    {
      path: 'M94,104 C150,76 214,70 274,96 L272,118 C214,92 152,96 99,128Z',
      texture: 'plain',
      ink: 0.56,
    },
  ],
};
