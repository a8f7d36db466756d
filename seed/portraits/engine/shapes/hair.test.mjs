import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sculptFigure } from '../figure.mjs';
import { boardX, boardY, GRID_SIZE, GRID_WIDTH } from '../geometry.mjs';
import { BARE_ROW, cacheMasks } from '../../testing.mjs';
import { BEARDS } from './beard.mjs';
import { HAIR } from './hair.mjs';

cacheMasks();

const sculptRelief = async (row) => (await sculptFigure('sitter', { ...BARE_ROW, ...row })).relief;
const bald = await sculptRelief({});

/** Counts the connected parts of the figure. */
function countIslands({ figure }) {
  const seen = new Uint8Array(GRID_SIZE);
  const open = new Int32Array(GRID_SIZE);
  let count = 0;
  for (let start = 0; start < GRID_SIZE; start++) {
    if (seen[start] || figure[start] <= 0.5) continue;
    count++;
    open[0] = start;
    seen[start] = 1;
    for (let left = 1; left > 0; ) {
      const at = open[--left];
      for (const next of [at - 1, at + 1, at - GRID_WIDTH, at + GRID_WIDTH]) {
        if (next < 0 || next >= GRID_SIZE || seen[next] || figure[next] <= 0.5) continue;
        seen[next] = 1;
        open[left++] = next;
      }
    }
  }
  return count;
}

/** Counts the cells at the eye whose height differs from a bald head's. */
function countChangedEyeCells({ height }) {
  let count = 0;
  for (let i = 0; i < GRID_SIZE; i++) {
    if (Math.abs(height[i] - bald.height[i]) <= 1e-4) continue;
    const [x, y] = [boardX(i), boardY(i)];
    if (x >= 250 && x <= 282 && y >= 178 && y <= 200) count++;
  }
  return count;
}

for (const [trait, words] of Object.entries({ hair: Object.keys(HAIR), beard: Object.keys(BEARDS) })) {
  test(`no ${trait} is detached from the figure, covers the eye or leaves the board`, async () => {
    for (const word of words) {
      const relief = await sculptRelief({ [trait]: word });
      assert.equal(countIslands(relief), 1, `${word} floats`);
      assert.equal(countChangedEyeCells(relief), 0, `${word} hangs into the eye`);
      assert.ok(relief.figure.subarray(0, GRID_WIDTH).every((cover) => cover === 0), `${word} leaves the board`);
    }
  });
}

test('hair has the ink of its tone, a ribbon keeps its own', async () => {
  for (const hair of ['twobraids', 'cornrows', 'dreadlocks', 'queue']) {
    const [white, black] = [await sculptRelief({ hair, tone: 'white' }), await sculptRelief({ hair, tone: 'black' })];
    const sum = (grid) => grid.reduce((total, value) => total + value, 0);
    assert.ok(sum(black.ink) > sum(white.ink) + 5_000, hair);
  }
  const ribbon = HAIR.queue.find(({ ink }) => ink !== undefined);
  assert.equal(ribbon.ink, 0.6);
});
