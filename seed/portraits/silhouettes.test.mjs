/** Checks that the outline alone distinguishes every head. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readCatalogue } from './catalogue.mjs';
import { CELLS_PER_UNIT, GRID_HEIGHT, GRID_WIDTH } from './engine/geometry.mjs';
import { shaperFor } from './engine/heads.mjs';
import { headPath } from './engine/profile.mjs';
import { fillMask } from './engine/raster.mjs';
import { BEARDS } from './engine/shapes/beard.mjs';
import { HAIR } from './engine/shapes/hair.mjs';
import { HATS } from './engine/shapes/hat.mjs';
import { readTraits } from './engine/traits.mjs';

/** Every third cell of the grid in both directions is compared. */
const CELL_STEP = 3;

/** The area that each compared cell represents: 4 square units. */
const SQUARE_UNITS_PER_CELL = (CELL_STEP / CELLS_PER_UNIT) ** 2;

/** Least difference of two outlines in square units. A head with its neck has about 60,000. The nearest pair differs by 540. */
const MIN_DIFFERENCE = 480;

const catalogue = await readCatalogue(fileURLToPath(new URL('../personas', import.meta.url)));

/** @type {Map<string, Promise<Uint8Array>>} */
const maskByPath = new Map();

async function coarseMask(path) {
  const mask = await fillMask(path);
  const cells = [];
  for (let row = 0; row < GRID_HEIGHT; row += CELL_STEP) {
    for (let column = 0; column < GRID_WIDTH; column += CELL_STEP) cells.push(mask[row * GRID_WIDTH + column] > 0.5 ? 1 : 0);
  }
  return Uint8Array.from(cells);
}

function cachedCoarseMask(path) {
  if (!maskByPath.has(path)) maskByPath.set(path, coarseMask(path));
  return maskByPath.get(path);
}

/** The cells that are covered by the head, the neck, the hair, the beard or the hat, without clothes and props. */
async function silhouette(traits) {
  const { path } = shaperFor(traits.head);
  const pieces = [...HAIR[traits.hair], ...BEARDS[traits.beard], ...HATS[traits.hat]];
  const masks = pieces.map((piece) => cachedCoarseMask(path(piece.path)));
  const outline = (await cachedCoarseMask(headPath(traits))).slice();
  for (const cells of await Promise.all(masks)) cells.forEach((cell, i) => (outline[i] |= cell));
  return outline;
}

/** The difference of two outlines in square units. */
function outlineDifference(a, b) {
  let cells = 0;
  for (let i = 0; i < a.length; i++) cells += a[i] ^ b[i];
  return cells * SQUARE_UNITS_PER_CELL;
}

test('no two heads have the same outline', async () => {
  const heads = catalogue.map(({ slug, row }) => ({ slug, ...readTraits(row) })).filter(({ emblem }) => !emblem);
  const outlines = [];
  for (const traits of heads) outlines.push({ slug: traits.slug, outline: await silhouette(traits) });
  for (const [i, one] of outlines.entries()) {
    for (const other of outlines.slice(i + 1)) {
      const apart = outlineDifference(one.outline, other.outline);
      assert.ok(apart >= MIN_DIFFERENCE, `${one.slug} and ${other.slug} differ by ${apart} square units`);
    }
  }
});
