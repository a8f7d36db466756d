/**
 * The scenes: sheets with the heads of one or more personas. Places are in
 * sheet units, budgets in bytes.
 *
 * @typedef {{slug: string, x: number, y: number, scale: number, flip?: boolean}} Place
 * @typedef {{name: string, cast: Place[], sheet: import('./engine/scene.mjs').Sheet}} Scene
 */

/** Lamp-lit lines on night. */
const NIGHT = { ink: '#10151C', tint: '#EFE6D2' };

/** Who speaks in the banner, by the side where they stand. */
const LEFT = 'ada-lovelace';
const RIGHT = 'marcus-aurelius';

/** @type {Scene[]} */
export const SCENES = [
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
