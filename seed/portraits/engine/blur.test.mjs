import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxBlur } from './blur.mjs';

test('a flat grid stays flat, edges included', () => {
  const blurred = boxBlur(new Float32Array(35).fill(3), 7, 5, 2);
  for (const value of blurred) assert.ok(Math.abs(value - 3) < 1e-5);
});

test('a single cell spreads evenly and keeps its sum', () => {
  const grid = new Float32Array(81);
  grid[40] = 81;
  const blurred = boxBlur(grid, 9, 9, 1);
  assert.ok(Math.abs(blurred.reduce((sum, value) => sum + value, 0) - 81) < 1e-3);
  assert.ok(Math.abs(blurred[40] - 9) < 1e-4);
  assert.ok(Math.abs(blurred[39] - blurred[41]) < 1e-5);
  assert.ok(Math.abs(blurred[31] - blurred[39]) < 1e-5);
  assert.equal(blurred[0], 0);
});

test('the source grid is not changed', () => {
  const grid = Float32Array.of(0, 9, 0, 0, 0, 0, 0, 0, 0);
  boxBlur(grid, 3, 3, 1);
  assert.deepEqual([...grid], [0, 9, 0, 0, 0, 0, 0, 0, 0]);
});
