/**
 * Props of music and of the stage.
 * @typedef {import('../hair.mjs').Piece} Piece
 */
import { circlePath } from '../../spline.mjs';
import { GROOVE, SEAM } from '../lift.mjs';
import { ovalPath, ringPath, stripPath } from '../outline.mjs';

/** @type {Record<string, Piece[]>} */
export const MUSIC = {
  violin: [
    { path: stripPath([[391, 206], [386, 300], [380, 416]], 5), texture: 'plain', ink: 0.3 },
    { path: stripPath([[396, 216], [394, 300], [386, 408]], 3), texture: 'plain', ink: -0.06 },
    {
      path: 'M338,292 C362,290 376,306 372,324 C370,336 360,340 361,350 C362,362 378,368 380,390 C382,416 364,432 338,432 C312,432 294,416 296,390 C298,368 314,362 315,350 C316,340 306,336 304,324 C300,306 314,290 338,292Z',
      texture: 'plain',
      ink: 0.16,
      lift: { base: 66, radius: 18, swell: 14 },
    },
    {
      path: stripPath([[318, 346], [322, 360], [316, 374], [320, 386]], 5) + stripPath([[358, 346], [354, 360], [360, 374], [356, 386]], 5),
      texture: 'plain',
      ink: 0.56,
      lift: GROOVE,
    },
    { path: stripPath([[338, 214], [338, 342]], 12, 16), texture: 'plain', ink: 0.6, lift: { base: 84, radius: 5, swell: 7 } },
    { path: stripPath([[322, 368], [354, 368]], 7), texture: 'plain', ink: -0.05, lift: SEAM },
    { path: stripPath([[338, 386], [338, 422]], 14, 8), texture: 'plain', ink: 0.6, lift: SEAM },
    { path: stripPath([[335, 216], [333, 388]], 2) + stripPath([[341, 216], [343, 388]], 2), texture: 'plain', ink: -0.06, lift: SEAM },
    { path: stripPath([[324, 196], [352, 196]], 6) + stripPath([[326, 208], [350, 208]], 6), texture: 'plain', ink: 0.4 },
    { path: stripPath([[338, 218], [338, 186]], 11, 8), texture: 'plain', ink: 0.3, lift: { base: 84, radius: 5, swell: 7 } },
    { path: circlePath(338, 182, 10), texture: 'plain', ink: 0.16, lift: { base: 84, radius: 8, swell: 8 } },
  ],
  lyre: [
    {
      path: stripPath([[330, 400], [306, 366], [302, 322], [317, 284], [318, 258], [304, 245]], 16, 10),
      texture: 'plain',
      ink: 0.06,
    },
    {
      path: stripPath([[358, 398], [384, 364], [390, 320], [376, 280], [376, 254], [391, 242]], 16, 10),
      texture: 'plain',
      ink: 0.06,
    },
    { path: stripPath([[307, 284], [386, 280]], 12), texture: 'plain', ink: 0.3, lift: { base: 72, radius: 6, swell: 8 } },
    {
      path: [326, 338, 350, 362].map((x) => stripPath([[x, 282], [344 + (x - 344) * 0.7, 396]], 4)).join(''),
      texture: 'plain',
      ink: -0.05,
      lift: { base: 66, radius: 3, swell: 5 },
    },
    {
      path: 'M310,376 C322,390 366,390 380,374 C387,400 378,432 345,436 C311,434 302,402 310,376Z',
      texture: 'plain',
      ink: 0.2,
      lift: { base: 68, radius: 18, swell: 14 },
    },
    { path: circlePath(344, 410, 9), texture: 'plain', ink: 0.5, lift: GROOVE },
  ],
  trumpet: [
    { path: stripPath([[352, 460], [348, 380], [344, 290]], 10), texture: 'plain', ink: 0 },
    { path: ringPath(334, 378, 21, 52, 9), texture: 'plain', ink: 0.04 },
    { path: [352, 368, 384].map((y) => stripPath([[318, y], [372, y]], 9)).join(''), texture: 'plain', ink: 0.36, lift: { base: 72, radius: 5, swell: 8 } },
    {
      path: 'M338,300 C336,262 326,240 300,222 C296,216 300,208 308,208 L382,212 C390,213 392,221 386,226 C362,240 352,262 351,300Z',
      texture: 'plain',
      ink: -0.05,
      lift: { base: 74, radius: 18, swell: 18 },
    },
    { path: ovalPath(344, 214, 44, 8), texture: 'plain', ink: 0.46, lift: SEAM },
  ],
  mic: [
    { path: stripPath([[344, 330], [344, 420], [342, 510]], 11), texture: 'plain', ink: 0.2 },
    { path: stripPath([[316, 300], [318, 334], [344, 346], [370, 334], [372, 300]], 8), texture: 'plain', ink: 0.16 },
    {
      path: 'M318,262 C318,232 330,222 345,222 C360,222 372,232 372,262 L372,304 C372,324 360,332 345,332 C330,332 318,324 318,304Z',
      texture: 'plain',
      ink: 0.02,
      lift: { base: 66, radius: 22, swell: 20 },
    },
    {
      path: [329, 340, 351, 362].map((x) => stripPath([[x, 232], [x, 264]], 4) + stripPath([[x, 286], [x, 322]], 4)).join(''),
      texture: 'plain',
      ink: 0.46,
      lift: GROOVE,
    },
    { path: stripPath([[316, 275], [345, 277], [374, 275]], 13), texture: 'plain', ink: -0.02, lift: SEAM },
    { path: ringPath(345, 276, 33, 62, 5), texture: 'plain', ink: 0.3, lift: { base: 66, radius: 4, swell: 6 } },
  ],
  fan: [
    {
      path: 'M300,404 L294,282 C330,278 372,294 398,330 Z',
      texture: 'frill',
      ink: -0.02,
      centre: [300, 404],
      lift: { base: 64, radius: 8, swell: 8 },
    },
    { path: stripPath([[294, 288], [326, 290], [362, 306], [392, 334]], 9), texture: 'plain', ink: 0.5, lift: SEAM },
    { path: stripPath([[297, 350], [314, 350], [334, 360], [342, 372]], 7), texture: 'plain', ink: 0.46, lift: SEAM },
    {
      path: stripPath([[301, 414], [297, 350], [293, 284]], 10) + stripPath([[294, 408], [344, 372], [396, 332]], 10),
      texture: 'plain',
      ink: 0.3,
      lift: { base: 74, radius: 5, swell: 7 },
    },
    { path: circlePath(300, 405, 9), texture: 'plain', ink: 0, lift: { base: 82, radius: 7, swell: 7 } },
    { path: stripPath([[300, 412], [296, 440], [302, 470]], 7, 12), texture: 'fall', ink: 0.3 },
  ],
};
