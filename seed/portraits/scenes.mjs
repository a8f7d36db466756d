/**
 * The scenes: sheets with the heads of one or more personas. Positions are in
 * sheet units, budgets in bytes. A scene with `inkOf` takes ink, tint and
 * ground from the category of that persona.
 *
 * `Place` says where the head of a persona is drawn and how large. In `Scene`,
 * `ground.x` and `ground.y` are the centre of the ground, `ground.name` replaces
 * the category's ground, and `ground.share` is the share of lines that is drawn.
 *
 * @typedef {{slug: string, x: number, y: number, scale: number, flip?: boolean}} Place
 * @typedef {{name: string, cast: Place[], inkOf?: string, ground?: {x: number, y: number, name?: string, share?: number},
 *   sheet: Partial<import('./engine/scene.mjs').Sheet>}} Scene
 */
import { BOARD_WIDTH } from './engine/geometry.mjs';

/** The colours of light lines on a dark page. */
const DARK_COLOURS = { ink: '#10151C', tint: '#EFE6D2' };

/** The slugs of the personas on the left and on the right of the banner. */
const LEFT_SLUG = 'ada-lovelace';
const RIGHT_SLUG = 'marcus-aurelius';

/** @type {Scene[]} */
const PAGE_SCENES = [
  {
    name: 'signin',
    cast: [{ slug: LEFT_SLUG, x: -36, y: 15, scale: 1.09 }],
    sheet: { ...DARK_COLOURS, width: 340, height: 560, pixels: 680, pitch: 3.8, budget: 60_000 },
  },
  {
    name: 'hero',
    cast: [
      { slug: LEFT_SLUG, x: -40, y: -10, scale: 1.42 },
      { slug: RIGHT_SLUG, x: 912, y: -10, scale: 1.42, flip: true },
    ],
    sheet: { ...DARK_COLOURS, width: 1440, height: 700, pixels: 1440, budget: 110_000 },
  },
  {
    name: 'hero-m',
    cast: [
      { slug: LEFT_SLUG, x: -92, y: 330, scale: 0.84 },
      { slug: RIGHT_SLUG, x: 148, y: 330, scale: 0.84, flip: true },
    ],
    sheet: { ...DARK_COLOURS, width: 390, height: 750, pixels: 620, budget: 110_000 },
  },
];

/** A wide sheet: 16 by 9, printed 960 pixels wide. */
const WIDE_SHEET = { width: 640, height: 360, pixels: 960 };

/**
 * The picture of a tile: one persona at the right, looking left, with space for words.
 * @returns {Scene}
 */
function tileScene(slug, place, ground) {
  return {
    name: `tile-${slug}`,
    cast: [{ slug, ...place, flip: true }],
    inkOf: slug,
    ground,
    sheet: { ...WIDE_SHEET, budget: 80_000 },
  };
}

/**
 * The picture of an article, in the ink of the first persona's category.
 * @returns {Scene}
 */
function articleScene(slug, cast, ground) {
  return { name: `scene-${slug}`, cast, inkOf: cast[0].slug, ground, sheet: { ...WIDE_SHEET, budget: 90_000 } };
}

/**
 * The places of two personas that face each other. `inset` is the distance of
 * both from the edges in sheet units.
 */
function facingPair(left, right, { scale, inset, y }) {
  const place = { y, scale };
  return [
    { slug: left, ...place, x: inset },
    { slug: right, ...place, x: WIDE_SHEET.width - BOARD_WIDTH * scale - inset, flip: true },
  ];
}

/** @type {Scene[]} */
const TILE_SCENES = [
  tileScene('cleopatra', { x: 262, y: 2, scale: 0.75 }, { x: 430, y: 170 }),
  tileScene('albert-einstein', { x: 270, y: 0, scale: 0.76 }, { x: 440, y: 150 }),
  tileScene('last-lighthouse-keeper', { x: 296, y: -12, scale: 0.8 }, { x: 456, y: 180 }),
  tileScene('josephine-baker', { x: 280, y: 0, scale: 0.76 }, { x: 440, y: 150 }),
];

/** The usual placement of the two heads of `facingPair`. */
const PAIR_PLACEMENT = { scale: 0.76, inset: 0, y: -8 };

/** The placement for a pair with a crown: smaller and lower than PAIR_PLACEMENT, so that the crown fits. */
const CROWNED_PLACEMENT = { scale: 0.69, inset: 18, y: 15 };

/** @type {Scene[]} */
const ARTICLE_SCENES = [
  articleScene('how-to-argue-with-a-queen', facingPair('cleopatra', 'elizabeth-i', CROWNED_PLACEMENT), { x: 320, y: 160 }),
  articleScene(
    'eleven-questions-for-the-lighthouse-keeper',
    [{ slug: 'last-lighthouse-keeper', x: 120, y: -60, scale: 1 }],
    { x: 320, y: 180 },
  ),
  articleScene(
    'when-you-disagree-with-einstein',
    facingPair('albert-einstein', 'isaac-newton', PAIR_PLACEMENT),
    { x: 320, y: 150 },
  ),
  articleScene(
    'letters-nobody-meant-to-publish',
    facingPair('emily-dickinson', 'wolfgang-amadeus-mozart', PAIR_PLACEMENT),
    { x: 320, y: 180 },
  ),
  articleScene(
    'a-short-history-of-talking-to-the-dead',
    facingPair('marcus-aurelius', 'ada-lovelace', PAIR_PLACEMENT),
    { name: 'rays', x: 320, y: 440, share: 0.72 },
  ),
];

/**
 * The picture of the not-found page: a head of very low relief in grey lines on
 * the page's paper.
 * @param {string} name
 * @param {{ ink: string, tint: string }} colours
 * @returns {Scene}
 */
const notFoundScene = (name, colours) => ({
  name,
  cast: [{ slug: LEFT_SLUG, x: 52, y: 25, scale: 0.85, flip: true }],
  sheet: { ...colours, width: 444, height: 450, pixels: 888, pitch: 3.8, rise: 0.24, budget: 90_000 },
});

const NOT_FOUND_SCENES = [
  notFoundScene('not-found', { ink: '#E8ECE8', tint: '#A3AEA7' }),
  notFoundScene('not-found-dark', { ink: '#11161C', tint: '#575B5C' }),
];

/** Every scene. Portraits and swatches are not scenes. */
export const SCENES = [...PAGE_SCENES, ...TILE_SCENES, ...ARTICLE_SCENES, ...NOT_FOUND_SCENES];
