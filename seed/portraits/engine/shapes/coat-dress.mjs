/**
 * Clothes that show a trade or a rank: a frock coat, a lab coat, a cloak, ermine.
 * @typedef {import('./hair.mjs').Piece} Piece
 */
import { SEAM } from './lift.mjs';
import { dotsPath, ovalPath, stripPath } from './outline.mjs';

/** Both sides of a coat that stands open over the breast. */
const OPEN_COAT_PATH =
  'M100,372 C56,398 8,436 0,500 L206,500 C176,448 130,412 100,372Z M238,394 C296,404 344,440 358,500 L232,500 C252,462 252,428 238,394Z';

/** The positions of the black tails on the ermine. @type {[number, number][]} */
const ERMINE_TAILS = [
  [60, 424],
  [106, 410],
  [34, 462],
  [84, 454],
  [136, 440],
  [122, 484],
  [66, 488],
  [266, 424],
  [300, 456],
  [262, 468],
  [330, 488],
];

/** @type {Record<string, Piece[]>} */
export const DRESS_COATS = {
  frock: [
    { path: 'M116,372 C150,394 196,394 222,376 L252,420 L238,500 L150,500Z', texture: 'plain', ink: -0.03 },
    { path: 'M170,452 C196,466 226,462 250,446 L244,500 L196,500Z', texture: 'bands', ink: 0.2 },
    { path: 'M100,348 C138,372 190,376 226,354 L238,388 C196,408 138,402 100,380Z', texture: 'plain', ink: -0.05 },
    { path: 'M220,352 L244,372 L226,386Z', texture: 'plain', ink: -0.06, lift: { base: 44, radius: 5, swell: 7 } },
    {
      path: 'M232,392 L268,376 L270,414 L236,404 L206,420 L198,386Z',
      texture: 'plain',
      ink: 0.56,
      lift: { base: 48, radius: 8, swell: 10 },
    },
    { path: OPEN_COAT_PATH, texture: 'plain', ink: 0.5 },
    { path: 'M94,368 C74,392 76,412 96,420 L150,432 L142,452 L206,500 L186,460 C160,430 124,404 94,368Z', texture: 'plain', ink: 0.42, lift: { base: 36, radius: 8, swell: 9 } },
    { path: stripPath([[196, 478], [222, 488], [250, 474]], 5), texture: 'beads', ink: -0.06, lift: SEAM },
  ],
  labcoat: [
    { path: 'M118,366 C150,392 196,392 222,372 L250,420 L236,500 L150,500Z', texture: 'plain', ink: 0.16 },
    { path: 'M222,384 L242,398 L248,430 L240,500 L218,500 L224,430Z', texture: 'plain', ink: 0.56 },
    { path: OPEN_COAT_PATH, texture: 'plain', ink: -0.05 },
    { path: 'M96,366 C80,386 82,408 104,418 L156,436 L150,452 L206,500 L188,462 C160,430 124,402 96,366Z', texture: 'plain', ink: 0, lift: { base: 38, radius: 8, swell: 10 } },
    { path: stripPath([[60, 470], [108, 476]], 5) + stripPath([[60, 470], [58, 500]], 4), texture: 'plain', ink: 0.34, lift: SEAM },
    { path: stripPath([[78, 452], [82, 478]], 7, 5), texture: 'plain', ink: 0.5, lift: SEAM },
    { path: dotsPath([[250, 452], [246, 482]], 6), texture: 'plain', ink: 0.4, lift: SEAM },
  ],
  cloak: [
    { path: 'M116,372 C150,394 196,394 222,376 L254,424 L240,500 L150,500Z', texture: 'plain', ink: -0.05 },
    { path: 'M232,394 L264,378 L266,410 L236,404 L208,418 L200,388Z', texture: 'plain', ink: 0.6, lift: { base: 48, radius: 7, swell: 9 } },
    { path: 'M104,380 C50,396 8,436 0,500 L210,500 C178,452 136,416 104,380Z M240,396 C300,404 346,440 360,500 L236,500 C254,462 254,430 240,396Z', texture: 'fall', ink: 0.58 },
    {
      path: 'M34,292 C20,344 26,392 60,420 C120,436 170,462 208,500 C196,452 150,420 122,392 C104,372 84,336 34,292Z',
      texture: 'plain',
      ink: 0.56,
      lift: { base: 50, radius: 14, swell: 14 },
    },
    { path: 'M54,322 C52,360 70,392 104,404 C138,420 168,438 190,464 C168,428 138,408 118,390 C96,372 76,348 54,322Z', texture: 'plain', ink: 0.1, lift: { base: 64, radius: 8, swell: 6 } },
    { path: 'M238,388 C262,376 288,366 308,344 C314,376 300,404 268,424 L244,500 C252,456 250,420 238,388Z', texture: 'plain', ink: 0.56, lift: { base: 50, radius: 12, swell: 12 } },
    { path: ovalPath(222, 470, 11, 14), texture: 'petal', centre: [222, 470], ink: 0.3, lift: SEAM },
  ],
  breton: [
    { path: 'M104,380 C50,400 8,436 0,500 L356,500 C348,450 300,416 232,396 C206,420 140,416 104,380Z', texture: 'plain', ink: -0.05 },
    {
      path: [0, 1, 2, 3, 4].map((i) => stripPath([[84 - 22 * i, 402 + 26 * i], [150, 434 + 22 * i], [226, 436 + 20 * i], [286 + 22 * i, 412 + 24 * i]], 10)).join(''),
      texture: 'plain',
      ink: 0.56,
      lift: SEAM,
    },
    { path: 'M100,376 C136,406 200,412 232,390 L240,404 C204,430 132,424 94,390Z', texture: 'plain', ink: 0.1 },
  ],
  geneva: [
    { path: 'M106,374 C50,394 8,432 0,500 L358,500 C350,450 302,414 230,392Z', texture: 'fall', ink: 0.56 },
    { path: 'M100,346 C138,372 190,376 228,352 L236,382 C196,404 138,400 98,378Z', texture: 'plain', ink: -0.05 },
    { path: 'M206,384 L228,380 L240,452 L208,456Z', texture: 'plain', ink: -0.06, lift: { base: 44, radius: 7, swell: 8 } },
    { path: 'M230,380 L250,374 L270,442 L244,450Z', texture: 'plain', ink: -0.06, lift: { base: 44, radius: 7, swell: 8 } },
  ],
  ermine: [
    { path: 'M98,366 C44,388 8,434 0,500 L360,500 C354,446 302,408 236,386Z', texture: 'fur', ink: -0.06 },
    { path: 'M118,376 C150,398 196,400 226,382 L244,424 L232,500 L176,500 C168,448 146,410 118,376Z', texture: 'ruffle', ink: -0.02 },
    { path: ERMINE_TAILS.map(([x, y]) => stripPath([[x, y], [x + 2, y + 18]], 5, 10)).join(''), texture: 'plain', ink: 0.7, lift: SEAM },
    { path: stripPath([[98, 374], [140, 408], [170, 452], [178, 500]], 12) + stripPath([[236, 388], [250, 424], [242, 464], [234, 500]], 12), texture: 'beads', ink: 0.4, lift: SEAM },
  ],
};
