/**
 * The scenes: sheets with the heads of one or more personas. Positions are in
 * sheet units, budgets in bytes. A scene with `inkOf` takes ink, tint and
 * ground from that persona's category; `ground` is the centre of the ground,
 * with a name if it is another one.
 *
 * @typedef {{slug: string, x: number, y: number, scale: number, flip?: boolean}} Place
 * @typedef {{name: string, cast: Place[], inkOf?: string, ground?: {x: number, y: number, name?: string, share?: number},
 *   sheet: Partial<import('./engine/scene.mjs').Sheet>}} Scene
 */
import { BOARD_WIDTH } from './engine/geometry.mjs';

/** Light lines on a dark page, for the dark theme. */
const NIGHT = { ink: '#10151C', tint: '#EFE6D2' };

/** The personas of the banner, by side. */
const LEFT = 'ada-lovelace';
const RIGHT = 'marcus-aurelius';

/** @type {Scene[]} */
const SHEETS = [
  {
    name: 'signin',
    cast: [{ slug: LEFT, x: -36, y: 15, scale: 1.09 }],
    sheet: { ...NIGHT, width: 340, height: 560, pixels: 680, pitch: 3.8, budget: 60_000 },
  },
  {
    name: 'hero',
    cast: [
      { slug: LEFT, x: -40, y: -10, scale: 1.42 },
      { slug: RIGHT, x: 912, y: -10, scale: 1.42, flip: true },
    ],
    sheet: { ...NIGHT, width: 1440, height: 700, pixels: 1440, budget: 110_000 },
  },
  {
    name: 'hero-m',
    cast: [
      { slug: LEFT, x: -92, y: 330, scale: 0.84 },
      { slug: RIGHT, x: 148, y: 330, scale: 0.84, flip: true },
    ],
    sheet: { ...NIGHT, width: 390, height: 750, pixels: 620, budget: 110_000 },
  },
];

/** A wide sheet: 16 by 9, printed 960 pixels wide. */
const WIDE = { width: 640, height: 360, pixels: 960 };

/**
 * A tile: one persona at the right, looking left, with space for words.
 * @returns {Scene}
 */
function tile(slug, place, ground) {
  return {
    name: `tile-${slug}`,
    cast: [{ slug, ...place, flip: true }],
    inkOf: slug,
    ground,
    sheet: { ...WIDE, budget: 80_000 },
  };
}

/**
 * The picture of an article. Its personas face each other; the ink is that of
 * the first.
 * @returns {Scene}
 */
function article(slug, cast, ground) {
  return { name: `scene-${slug}`, cast, inkOf: cast[0].slug, ground, sheet: { ...WIDE, budget: 90_000 } };
}

/**
 * Two personas face each other at the same distance from the edges; a negative
 * `inset` cuts the shoulders.
 */
function facing(left, right, { scale, inset, y }) {
  const place = { y, scale };
  return [
    { slug: left, ...place, x: inset },
    { slug: right, ...place, x: WIDE.width - BOARD_WIDTH * scale - inset, flip: true },
  ];
}

/** @type {Scene[]} */
const TILES = [
  tile('cleopatra', { x: 262, y: 2, scale: 0.75 }, { x: 430, y: 170 }),
  tile('albert-einstein', { x: 270, y: 0, scale: 0.76 }, { x: 440, y: 150 }),
  tile('last-lighthouse-keeper', { x: 296, y: -12, scale: 0.8 }, { x: 456, y: 180 }),
  tile('josephine-baker', { x: 280, y: 0, scale: 0.76 }, { x: 440, y: 150 }),
];

const PAIR = { scale: 0.76, inset: 0, y: -8 };

/** Placement of two personas if one of them wears a crown: smaller and lower than PAIR. */
const CROWNED = { scale: 0.69, inset: 18, y: 15 };

/** @type {Scene[]} */
const ARTICLES = [
  article('how-to-argue-with-a-queen', facing('cleopatra', 'elizabeth-i', CROWNED), { x: 320, y: 160 }),
  article(
    'eleven-questions-for-the-lighthouse-keeper',
    [{ slug: 'last-lighthouse-keeper', x: 120, y: -60, scale: 1 }],
    { x: 320, y: 180 },
  ),
  article('when-you-disagree-with-einstein', facing('albert-einstein', 'isaac-newton', PAIR), { x: 320, y: 150 }),
  article(
    'letters-nobody-meant-to-publish',
    facing('emily-dickinson', 'wolfgang-amadeus-mozart', PAIR),
    { x: 320, y: 180 },
  ),
  article(
    'a-short-history-of-talking-to-the-dead',
    facing('marcus-aurelius', 'ada-lovelace', PAIR),
    { name: 'rays', x: 320, y: 440, share: 0.72 },
  ),
];

/**
 * Grey lines on the page's paper in a light or dark theme, for the not-found
 * page: a head of very low relief.
 * @param {string} name
 * @param {{ ink: string, tint: string }} colours
 * @returns {Scene}
 */
const nobody = (name, colours) => ({
  name,
  cast: [{ slug: LEFT, x: 52, y: 25, scale: 0.85, flip: true }],
  sheet: { ...colours, width: 444, height: 450, pixels: 888, pitch: 3.8, rise: 0.24, budget: 90_000 },
});

const NOBODIES = [
  nobody('not-found', { ink: '#E8ECE8', tint: '#A3AEA7' }),
  nobody('not-found-dark', { ink: '#11161C', tint: '#575B5C' }),
];

/** Every scene. Portraits and swatches are not scenes. */
export const SCENES = [...SHEETS, ...TILES, ...ARTICLES, ...NOBODIES];
