import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BOARD_TOP, boardX, boardY, GRID_SIZE, GRID_WIDTH, newGrid, onBoard, sampleGrid } from './geometry.mjs';

test('boardX and boardY give the board coordinates of a cell', () => {
  assert.equal(boardX(0), 0);
  assert.equal(boardY(0), BOARD_TOP);
  assert.equal(boardX(GRID_WIDTH * 3 + 30), 20);
  assert.equal(boardY(GRID_WIDTH * 3 + 30), BOARD_TOP + 2);
});

test('sampling is exact on a cell and linear between cells', () => {
  const grid = newGrid().map((_, i) => boardX(i) + 1000 * boardY(i));
  assert.ok(Math.abs(sampleGrid(grid, 20, 40) - 40_020) < 0.1);
  assert.ok(Math.abs(sampleGrid(grid, 20.25, 40.5) - 40_520.25) < 0.1);
});

test('sampling outside the board returns the nearest cell', () => {
  const grid = newGrid();
  grid[0] = 5;
  grid[GRID_SIZE - 1] = 7;
  assert.equal(sampleGrid(grid, -80, -900), 5);
  assert.equal(sampleGrid(grid, 9000, 9000), 7);
});

test('onBoard is false beyond each edge of the board', () => {
  assert.ok(onBoard(0, -60) && onBoard(398, 500));
  for (const [x, y] of [[-1, 0], [399.5, 0], [10, -61], [10, 501]]) assert.ok(!onBoard(x, y), `${x},${y}`);
});
