import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sculptFigure } from '../figure.mjs';
import { GRID_HEIGHT, GRID_WIDTH, boardX, boardY } from '../geometry.mjs';
import { fillMask } from '../raster.mjs';
import { BARE_ROW, cacheMasks, filledCells } from '../../testing.mjs';
import { BUILDS, buildShaper } from './build.mjs';
import { COATS, COAT_TRANSFORM } from './coat.mjs';

cacheMasks();

const SHAPED = Object.keys(BUILDS).filter((build) => build !== 'plain');

const coatMask = (build) => fillMask(buildShaper(build).path(COATS.tunic[0].path), COAT_TRANSFORM);

/** The y of the highest covered cell in the column at x, in units. */
function topY(mask, x) {
  const column = Math.round(x * 1.5);
  for (let row = 0; row < GRID_HEIGHT; row++) if (mask[row * GRID_WIDTH + column] > 0.5) return boardY(row * GRID_WIDTH);
  return Number.POSITIVE_INFINITY;
}

const plain = await coatMask('plain');

test('the plain build leaves every drawing as it is', () => {
  for (const { path } of COATS.suit) assert.equal(buildShaper('plain').path(path), path);
});

test('a stooped back is higher than a plain one, sloping shoulders are lower', async () => {
  assert.ok(topY(await coatMask('stooped'), 60) < topY(plain, 60) - 15);
  assert.ok(topY(await coatMask('sloping'), 60) > topY(plain, 60) + 10);
});

test('a broad, a stout and a turned body are wider than a slight one', async () => {
  const area = async (build) => filledCells(await coatMask(build));
  const slight = await area('slight');
  for (const build of ['broad', 'stout', 'turned']) assert.ok((await area(build)) > slight + 10_000, build);
  assert.ok(slight < filledCells(plain));
});

test('no build shows the ground under the body or covers the jaw', async () => {
  for (const build of SHAPED) {
    const { relief } = await sculptFigure('sitter', { ...BARE_ROW, coat: 'tunic', build });
    const open = (i) => boardY(i) > 496 && boardX(i) > 40 && boardX(i) < 280;
    assert.equal(filledCells(relief.figure.map((cover) => 1 - cover), open), 0, `${build} ends above the frame`);
    assert.equal(filledCells(await coatMask(build), (i) => boardY(i) < 316), 0, `${build} climbs over the jaw`);
  }
});

test('bare shoulders have the build too', async () => {
  const cells = async (build) => filledCells((await sculptFigure('sitter', { ...BARE_ROW, build })).relief.figure);
  assert.ok((await cells('broad')) > (await cells('slight')) + 10_000);
});
