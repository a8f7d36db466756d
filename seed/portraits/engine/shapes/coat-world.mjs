/**
 * Clothes of a country, time or profession, by the value of the trait `coat`.
 * @typedef {import('./hair.mjs').Piece} Piece
 */
import { ON_SKIN, SEAM } from './lift.mjs';
import { pointsAlong, dotsPath, stripPath } from './outline.mjs';

/** The centres of the blossoms on a kimono. @type {[number, number][]} */
const BLOSSOM_CENTRES = [
  [40, 456],
  [84, 424],
  [92, 476],
  [286, 440],
  [318, 480],
];

/** The centres of the medallions on a kaftan. @type {[number, number][]} */
const MEDALLION_CENTRES = [
  [52, 446],
  [104, 424],
  [104, 480],
  [286, 436],
  [312, 482],
];

/** The path of a blossom with five petals. */
const blossomPath = ([x, y]) =>
  dotsPath(
    [0, 1, 2, 3, 4].map((i) => [x + 11 * Math.sin(i * 1.257), y - 9.6 * Math.cos(i * 1.257)]),
    7,
  );

/** The path of a Latin cross. */
const crossPath = (x, y) => stripPath([[x, y - 14], [x, y + 16]], 8) + stripPath([[x - 12, y - 3], [x + 12, y - 3]], 7);

/** @type {Record<string, Piece[]>} */
export const WORLD_COATS = {
  kimono: [
    {
      path: 'M92,384 C44,398 8,436 0,500 L358,500 C350,450 304,416 230,394Z',
      texture: 'plain',
      ink: 0.36,
    },
    { path: BLOSSOM_CENTRES.map(blossomPath).join(''), texture: 'plain', ink: -0.04, lift: SEAM },
    { path: stripPath([[82, 388], [128, 420], [176, 456], [214, 496]], 34), texture: 'plain', ink: 0.54 },
    { path: stripPath([[240, 392], [238, 430], [222, 470], [200, 500]], 30), texture: 'plain', ink: 0.54 },
    { path: stripPath([[82, 384], [130, 416], [180, 452], [222, 494]], 46), texture: 'plain', ink: 0.54 },
    { path: stripPath([[102, 382], [146, 408], [190, 440], [222, 474]], 13), texture: 'plain', ink: -0.05 },
    { path: stripPath([[228, 390], [230, 424], [222, 452]], 13), texture: 'plain', ink: -0.05 },
  ],
  hanfu: [
    {
      path: 'M100,378 C44,394 6,432 0,500 L360,500 C354,448 304,412 230,390Z',
      texture: 'drape',
      ink: 0,
    },
    { path: stripPath([[232, 386], [236, 424], [224, 464], [200, 500]], 34), texture: 'plain', ink: 0.46 },
    { path: stripPath([[88, 372], [126, 412], [176, 452], [236, 500]], 42), texture: 'plain', ink: 0.46 },
    { path: stripPath([[88, 372], [126, 412], [176, 452], [236, 500]], 12), texture: 'beads', ink: 0.1, lift: SEAM },
    { path: stripPath([[110, 376], [150, 410], [192, 442], [214, 462]], 12), texture: 'plain', ink: -0.05 },
  ],
  sari: [
    {
      path: 'M72,424 C110,462 214,470 282,428 C322,444 346,468 352,500 L4,500 C12,466 40,438 72,424Z',
      texture: 'plain',
      ink: 0.46,
      lift: ON_SKIN,
    },
    {
      path: 'M96,386 C58,398 14,440 2,500 L330,500 C250,480 168,446 122,388Z',
      texture: 'drape',
      ink: 0.12,
      lift: { base: 64, radius: 16, swell: 12 },
    },
    {
      path: stripPath([[112, 384], [150, 424], [220, 464], [330, 498]], 20),
      texture: 'check',
      ink: 0.44,
      lift: { base: 74, radius: 6, swell: 6 },
    },
    { path: stripPath([[124, 382], [162, 416], [228, 450], [334, 482]], 5), texture: 'beads', ink: -0.06, lift: SEAM },
    {
      path: dotsPath([[128, 386], [146, 396], [166, 402], [186, 403], [206, 399], [222, 390]], 6),
      texture: 'plain',
      ink: -0.06,
      lift: { base: 66, radius: 6, swell: 7 },
    },
  ],
  kaftan: [
    {
      path: 'M102,380 C46,396 8,436 0,500 L358,500 C350,450 304,414 230,392Z',
      texture: 'plain',
      ink: 0.3,
    },
    { path: dotsPath(MEDALLION_CENTRES, 17), texture: 'plain', ink: -0.02, lift: SEAM },
    { path: dotsPath(MEDALLION_CENTRES.map(([x, y]) => [x + 4, y - 3]), 9), texture: 'plain', ink: 0.4, lift: SEAM },
    {
      path: 'M118,384 C150,404 194,406 220,390 L234,430 L222,500 L166,500 C160,450 146,412 118,384Z',
      texture: 'stripe',
      ink: 0.04,
    },
    { path: stripPath([[104, 368], [142, 412], [166, 456], [174, 500]], 30), texture: 'fur', ink: 0.36 },
    { path: stripPath([[234, 384], [242, 424], [238, 464], [226, 500]], 26), texture: 'fur', ink: 0.36 },
  ],
  flightjacket: [
    {
      path: 'M104,380 C46,396 8,436 0,500 L356,500 C348,450 304,414 230,392Z',
      texture: 'plain',
      ink: 0.46,
    },
    { path: stripPath([[96, 418], [66, 450], [58, 500]], 4), texture: 'plain', ink: 0.2, lift: SEAM },
    { path: stripPath([[286, 428], [308, 458], [312, 500]], 4), texture: 'plain', ink: 0.2, lift: SEAM },
    {
      path: 'M112,366 C146,392 196,392 222,372 L240,412 L220,500 L186,500 C176,450 146,404 112,366Z',
      texture: 'ruffle',
      ink: -0.03,
    },
    {
      path: 'M96,346 C70,366 66,404 92,424 C130,436 166,462 184,500 L206,500 C204,452 168,408 132,384 C116,372 106,358 96,346Z',
      texture: 'fur',
      ink: 0,
    },
    {
      path: 'M228,376 C252,378 268,400 262,424 C250,440 236,466 230,500 L210,500 C210,460 220,420 228,376Z',
      texture: 'fur',
      ink: 0,
    },
    { path: stripPath([[196, 474], [206, 500]], 6), texture: 'beads', ink: 0.1, lift: SEAM },
  ],
  doublet: [
    {
      path: 'M104,384 C70,396 40,414 22,440 C60,430 96,440 112,500 L286,500 C290,470 304,450 332,440 C306,418 270,404 232,394Z',
      texture: 'stripe',
      ink: 0.36,
    },
    {
      path: 'M52,418 C20,432 4,462 0,500 L88,500 C92,470 80,440 52,418Z',
      texture: 'bands',
      ink: 0.44,
    },
    {
      path: 'M306,424 C334,438 352,466 358,500 L284,500 C280,470 288,440 306,424Z',
      texture: 'bands',
      ink: 0.44,
    },
    {
      path: 'M100,354 C136,384 196,386 228,362 C240,376 258,392 262,410 C244,424 228,430 214,432 L204,420 L190,436 C150,436 104,428 70,412 C76,390 88,370 100,354Z',
      texture: 'plain',
      ink: -0.04,
    },
    { path: stripPath([[204, 436], [212, 466], [214, 500]], 5), texture: 'plain', ink: 0.5, lift: SEAM },
    { path: dotsPath([[222, 448], [226, 468], [228, 488]], 6), texture: 'plain', ink: 0, lift: SEAM },
  ],
  vestments: [
    {
      path: 'M98,376 C44,396 8,436 0,500 L360,500 C352,450 304,412 234,390Z',
      texture: 'drape',
      ink: 0.24,
    },
    {
      path: 'M100,360 C138,392 196,394 230,370 L244,400 C200,424 124,420 82,392Z',
      texture: 'ruffle',
      ink: -0.04,
    },
    {
      path: 'M72,394 C118,432 206,438 254,404 L264,428 C240,444 220,452 214,458 L216,500 L170,500 L172,460 C126,456 82,438 54,412Z',
      texture: 'plain',
      ink: -0.05,
    },
    { path: crossPath(194, 470) + crossPath(104, 432) + crossPath(240, 436), texture: 'plain', ink: 0.5, lift: SEAM },
  ],
  poncho: [
    {
      path: 'M98,372 C60,398 20,440 2,500 L362,500 C346,450 296,410 236,384 C210,416 140,412 98,372Z',
      texture: 'fall',
      ink: 0.1,
    },
    { path: stripPath([[76, 390], [132, 434], [206, 440], [262, 402]], 16), texture: 'plain', ink: 0.5, lift: SEAM },
    { path: stripPath([[46, 420], [120, 468], [220, 474], [304, 428]], 18), texture: 'check', ink: 0.4, lift: SEAM },
    { path: stripPath([[18, 456], [100, 496], [220, 502], [338, 462]], 14), texture: 'plain', ink: 0.5, lift: SEAM },
    { path: stripPath([[98, 374], [140, 406], [204, 410], [238, 388]], 7), texture: 'beads', ink: 0, lift: SEAM },
    { path: stripPath([[196, 408], [206, 440]], 6), texture: 'plain', ink: 0.5, lift: SEAM },
  ],
  sherwani: [
    {
      path: 'M104,380 C48,396 8,436 0,500 L356,500 C348,450 304,414 232,392Z',
      texture: 'plain',
      ink: 0.08,
    },
    {
      path: 'M98,348 C94,366 94,386 104,400 C150,420 206,418 240,400 C244,384 238,366 228,358 C190,380 136,374 98,348Z',
      texture: 'plain',
      ink: 0.04,
    },
    { path: stripPath([[100, 352], [138, 374], [190, 376], [229, 358]], 9), texture: 'beads', ink: 0.36, lift: SEAM },
    { path: stripPath([[102, 396], [150, 414], [204, 413], [241, 396]], 9), texture: 'beads', ink: 0.36, lift: SEAM },
    { path: stripPath([[212, 380], [220, 420], [222, 460], [216, 500]], 20), texture: 'beads', ink: 0.34, lift: SEAM },
    { path: dotsPath(pointsAlong([234, 416], [234, 492], 4), 6), texture: 'plain', ink: 0.5, lift: SEAM },
  ],
};
