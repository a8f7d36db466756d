import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sculptFigure } from '../figure.mjs';
import { boardX, boardY } from '../geometry.mjs';
import { fillMask } from '../raster.mjs';
import { differingCells, filledCells, unionOf } from '../../testing.mjs';
import { EMBLEMS } from './emblem.mjs';
import { CREATURES } from './emblems/creatures.mjs';
import { GARDEN } from './emblems/garden.mjs';
import { HOUSEHOLD } from './emblems/household.mjs';
import { PLACES } from './emblems/places.mjs';
import { SKY } from './emblems/sky.mjs';
import { TRADES } from './emblems/trades.mjs';

/** Greatest distance of an emblem from the medal's centre, in units. The medal's radius is 168. */
const RIM_RADIUS = 166;

/** Least area of an emblem, in cells. A smaller one cannot be recognised on a coin. */
const MIN_CELLS = 15_000;

const isBeyondRim = (i) => Math.hypot(boardX(i) - 200, boardY(i) - 240) > RIM_RADIUS;

test('no emblem is drawn in two files', () => {
  const words = [CREATURES, GARDEN, HOUSEHOLD, PLACES, SKY, TRADES].flatMap((group) => Object.keys(group));
  assert.deepEqual(Object.keys(EMBLEMS).sort(), words.sort());
});

for (const [word, pieces] of Object.entries(EMBLEMS)) {
  test(`${word} fills the field of the medal and stays within its rim`, async () => {
    for (const { path } of pieces) assert.doesNotMatch(path, /NaN|undefined/);
    const mask = unionOf(await Promise.all(pieces.map(({ path }) => fillMask(path))));
    assert.ok(filledCells(mask) > MIN_CELLS, 'it is too small');
    assert.equal(filledCells(mask, isBeyondRim), 0, 'it leaves the medal');
  });
}

test('an emblem is struck on a round medal, and devices differ', async () => {
  const pot = await sculptFigure('pot', { emblem: 'coffeepot' });
  const dish = await sculptFigure('pot', { emblem: 'moondish' });
  const disc = Math.PI * 168 ** 2 * 1.5 ** 2;
  assert.ok(Math.abs(filledCells(pot.relief.figure) - disc) < disc * 0.01);
  assert.ok(differingCells(pot.relief.height, dish.relief.height) > 5_000);
});
