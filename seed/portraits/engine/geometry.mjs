/**
 * The drawing board. Shapes are drawn in board units: x from 0 to 400, y from -60
 * to 500. The strip with negative y is space for tall hats. The height map has 1.5
 * cells per unit.
 */

/** Width of the board in board units, and of the picture frame in frame units. */
export const BOARD_WIDTH = 400;

/** Height of the board in board units, with the space for hats. */
export const BOARD_HEIGHT = 560;

/** The y of the board's first row, in board units. */
export const BOARD_TOP = -60;

/**
 * Height of the picture frame in frame units. The width of the frame is BOARD_WIDTH, so the frame
 * is 4:5.
 */
export const FRAME_HEIGHT = 500;

/** Cells of the height map per board unit. */
export const CELLS_PER_UNIT = 1.5;

/** Columns of the height map. */
export const GRID_WIDTH = Math.floor(BOARD_WIDTH * CELLS_PER_UNIT);

/** Rows of the height map. */
export const GRID_HEIGHT = Math.floor(BOARD_HEIGHT * CELLS_PER_UNIT);

/** Number of cells of the height map. */
export const GRID_SIZE = GRID_WIDTH * GRID_HEIGHT;

/** @returns {Float32Array} a grid of zeros */
export function newGrid() {
  return new Float32Array(GRID_SIZE);
}

/**
 * The board x of a cell.
 * @param {number} index @returns {number}
 */
export function boardX(index) {
  return (index % GRID_WIDTH) / CELLS_PER_UNIT;
}

/**
 * The board y of a cell.
 * @param {number} index @returns {number}
 */
export function boardY(index) {
  return Math.floor(index / GRID_WIDTH) / CELLS_PER_UNIT + BOARD_TOP;
}

const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

/**
 * Reads a grid at board coordinates by bilinear interpolation. Outside the
 * board it returns the value of the nearest cell.
 * @param {Float32Array} grid @param {number} x @param {number} y
 * @returns {number}
 */
export function sampleGrid(grid, x, y) {
  const u = x * CELLS_PER_UNIT;
  const v = (y - BOARD_TOP) * CELLS_PER_UNIT;
  const column = clamp(Math.floor(u), 0, GRID_WIDTH - 2);
  const row = clamp(Math.floor(v), 0, GRID_HEIGHT - 2);
  const fx = clamp(u - column, 0, 1);
  const fy = clamp(v - row, 0, 1);
  const i = row * GRID_WIDTH + column;
  const above = grid[i] * (1 - fx) + grid[i + 1] * fx;
  const below = grid[i + GRID_WIDTH] * (1 - fx) + grid[i + GRID_WIDTH + 1] * fx;
  return above * (1 - fy) + below * fy;
}

/**
 * Whether a point lies on the board.
 * @param {number} x @param {number} y @returns {boolean}
 */
export function onBoard(x, y) {
  return x >= 0 && x < BOARD_WIDTH - 1 && y >= BOARD_TOP && y <= FRAME_HEIGHT;
}
