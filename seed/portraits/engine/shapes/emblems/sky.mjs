/**
 * Emblems of weather, the moon and space.
 * @typedef {import('../hair.mjs').Piece} Piece
 */
import { circlePath } from '../../spline.mjs';
import { ovalPath, ringPath, starPath, stripPath } from '../outline.mjs';
import { BODY, CUT, FRONT, LIMB, RAISED, SLAB } from './lift.mjs';

/** The rays of the sun round a point. */
const raysPath = (x, y) =>
  Array.from({ length: 12 }, (_, i) => {
    const [cos, sin] = [Math.cos((Math.PI * i) / 6), Math.sin((Math.PI * i) / 6)];
    return stripPath([[x + 50 * cos, y + 50 * sin], [x + (i % 2 ? 66 : 76) * cos, y + (i % 2 ? 66 : 76) * sin]], 13, 3);
  }).join('');

/** A falling drop. */
const dropPath = (x, y) => `M${x + 9},${y - 26} C${x + 8},${y - 8} ${x + 13},${y} ${x + 4},${y + 8} C${x - 6},${y + 14} ${x - 15},${y + 4} ${x - 8},${y - 6} C${x - 2},${y - 14} ${x + 4},${y - 18} ${x + 9},${y - 26}Z`;

/** @type {Record<string, Piece[]>} */
export const SKY = {
  weather: [
    { path: raysPath(248, 182), texture: 'plain', ink: -0.04, lift: LIMB },
    { path: circlePath(248, 182, 42), texture: 'plain', ink: 0, lift: { base: 16, radius: 30, swell: 24 } },
    {
      path: 'M110,288 C80,284 72,248 98,234 C92,204 126,186 148,200 C162,168 214,168 226,202 C250,190 280,206 276,232 C308,236 312,280 280,288Z',
      texture: 'plain',
      ink: 0.1,
      lift: BODY,
    },
    { path: stripPath([[120, 262], [148, 250], [176, 262]], 7) + stripPath([[198, 244], [228, 232], [252, 246]], 7), texture: 'plain', ink: 0.3, lift: CUT },
    { path: dropPath(130, 326) + dropPath(176, 344) + dropPath(222, 326) + dropPath(264, 342), texture: 'plain', ink: 0.3, lift: LIMB },
  ],
  moondish: [
    { path: circlePath(130, 150, 30), texture: 'marcel', ink: 0.2, lift: BODY },
    { path: starPath(200, 124, 12) + starPath(96, 216, 9) + starPath(314, 246, 10), texture: 'plain', ink: -0.04, lift: LIMB },
    { path: 'M72,316 C130,286 270,286 328,316 C306,354 262,386 200,386 C138,386 94,354 72,316Z', texture: 'plain', ink: 0, lift: SLAB },
    { path: ovalPath(120, 330, 22, 8) + ovalPath(286, 328, 18, 7) + ovalPath(236, 358, 24, 8), texture: 'plain', ink: 0.3, lift: CUT },
    { path: stripPath([[190, 240], [158, 326]], 10) + stripPath([[196, 240], [238, 326]], 10) + stripPath([[192, 240], [196, 330]], 10), texture: 'plain', ink: 0.3, lift: LIMB },
    { path: stripPath([[172, 290], [224, 290]], 7), texture: 'plain', ink: 0.3, lift: FRONT },
    { path: 'M126,166 C118,244 196,300 270,256 C222,252 150,214 126,166Z', texture: 'plain', ink: 0.3, lift: BODY },
    { path: 'M126,166 C146,152 182,164 220,196 C250,220 274,244 270,256 C244,262 204,244 172,216 C144,194 124,176 126,166Z', texture: 'plain', ink: -0.03, lift: { base: 34, radius: 20, swell: -10 } },
    { path: stripPath([[154, 186], [246, 168]], 5) + stripPath([[236, 240], [248, 170]], 5), texture: 'plain', ink: 0.4, lift: FRONT },
    { path: circlePath(250, 164, 12), texture: 'plain', ink: 0.4, lift: FRONT },
    {
      path: stripPath([[268, 174], [280, 158], [270, 142]], 6) + stripPath([[284, 186], [302, 156], [284, 124]], 6) + stripPath([[302, 196], [324, 158], [300, 112]], 6),
      texture: 'plain',
      ink: -0.04,
      lift: { base: 14, radius: 4, swell: 14 },
    },
  ],
  letter: [
    { path: ringPath(200, 240, 140, 44, 7), texture: 'plain', ink: 0.1, lift: { base: 14, radius: 4, swell: 12 } },
    { path: 'M112,178 L282,156 L300,284 L130,308Z', texture: 'plain', ink: -0.04, lift: { base: 34, radius: 10, swell: 14 } },
    { path: stripPath([[132, 302], [196, 236]], 5) + stripPath([[296, 280], [222, 234]], 5), texture: 'plain', ink: 0.3, lift: CUT },
    { path: 'M112,178 L282,156 L216,252 C212,256 206,256 202,252Z', texture: 'plain', ink: 0.02, lift: { base: 50, radius: 14, swell: 14 } },
    { path: circlePath(210, 246, 24), texture: 'frill', centre: [210, 246], ink: 0.56, lift: { base: 66, radius: 8, swell: 12 } },
    { path: starPath(210, 246, 13, 5), texture: 'plain', ink: 0.1, lift: RAISED },
    { path: 'M62,262 C110,296 240,304 338,248 L336,238 C240,288 120,282 66,252Z', texture: 'plain', ink: 0.3, lift: { base: 62, radius: 4, swell: 10 } },
    { path: circlePath(110, 282, 17), texture: 'plain', ink: 0.3, lift: { base: 70, radius: 16, swell: 16 } },
    { path: starPath(128, 130, 14) + starPath(272, 340, 14) + starPath(150, 352, 9) + starPath(248, 118, 9), texture: 'plain', ink: -0.04, lift: LIMB },
  ],
  slate: [
    { path: starPath(112, 160, 13) + starPath(288, 160, 13) + starPath(200, 116, 17), texture: 'plain', ink: -0.04, lift: LIMB },
    { path: 'M114,142 h172 v162 h-172Z', texture: 'plain', ink: 0.1, lift: LIMB },
    { path: 'M130,158 h140 v130 h-140Z', texture: 'plain', ink: 0.6, lift: { base: 30, radius: 6, swell: -6 } },
    {
      path:
        stripPath([[166, 184], [176, 176], [176, 212]], 7) +
        stripPath([[160, 224], [192, 224]], 7) +
        stripPath([[162, 244], [176, 236], [188, 248], [164, 274], [192, 274]], 7) +
        stripPath([[206, 220], [226, 220]], 6) +
        stripPath([[206, 232], [226, 232]], 6),
      texture: 'plain',
      ink: -0.06,
      lift: RAISED,
    },
    { path: circlePath(248, 226, 12), texture: 'plain', ink: -0.06, lift: RAISED },
    { path: 'M132,346 C134,296 262,296 266,346Z', texture: 'scales', ink: 0.24, lift: { base: 44, radius: 36, swell: 26 } },
    { path: ovalPath(284, 334, 22, 14), texture: 'plain', ink: 0.04, lift: { base: 44, radius: 12, swell: 14 } },
    { path: circlePath(292, 330, 3.5), texture: 'plain', ink: 0.8, lift: RAISED },
    { path: stripPath([[152, 346], [148, 364]], 22) + stripPath([[244, 346], [248, 364]], 22) + stripPath([[136, 344], [116, 352]], 11, 4), texture: 'plain', ink: 0.1, lift: LIMB },
  ],
};
