import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GRID_WIDTH, BOARD_TOP, CELLS_PER_UNIT } from '../geometry.mjs';
import { fillMask } from '../raster.mjs';
import { filledCells } from '../../testing.mjs';
import { pointsAlong, dotsPath, ovalPath, ringPath, stripPath } from './outline.mjs';

const CELLS_PER_SQUARE = CELLS_PER_UNIT ** 2;

/** The area of a path in square units. */
const areaOf = async (path) => filledCells(await fillMask(path)) / CELLS_PER_SQUARE;

const assertNear = (found, wanted, share = 0.04) =>
  assert.ok(Math.abs(found - wanted) <= wanted * share, `${found} is not about ${wanted}`);

async function coverAt(path, x, y) {
  const mask = await fillMask(path);
  return mask[Math.round((y - BOARD_TOP) * CELLS_PER_UNIT) * GRID_WIDTH + Math.round(x * CELLS_PER_UNIT)];
}

test('a strip has the given width along its whole length', async () => {
  assertNear(await areaOf(stripPath([[50, 100], [150, 100], [250, 100]], 20)), 200 * 20);
  assertNear(await areaOf(stripPath([[100, 50], [100, 250]], 12)), 200 * 12);
});

test('a strip with an end width tapers', async () => {
  assertNear(await areaOf(stripPath([[50, 100], [250, 100]], 30, 10)), 200 * 20);
});

test('a ring has a hole and an oval has none', async () => {
  assertNear(await areaOf(ovalPath(200, 200, 60, 40)), Math.PI * 60 * 40);
  assertNear(await areaOf(ringPath(200, 200, 60, 40, 10)), Math.PI * (60 * 40 - 50 * 30));
  assert.ok((await coverAt(ringPath(200, 200, 60, 40, 10), 200, 200)) < 0.1);
  assert.ok((await coverAt(ovalPath(200, 200, 60, 40), 200, 200)) > 0.9);
});

test('dots are laid evenly from end to end', async () => {
  const centres = pointsAlong([50, 80], [250, 120], 5);
  assert.deepEqual(centres, [[50, 80], [100, 90], [150, 100], [200, 110], [250, 120]]);
  assertNear(await areaOf(dotsPath(centres, 10)), 5 * Math.PI * 100);
});
