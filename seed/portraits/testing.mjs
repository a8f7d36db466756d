/** Rows and measures that several tests share. */

/** A row that leaves nothing to chance. */
export const PLAIN_ROW = { hair: 'short', tone: 'dark', coat: 'toga' };

/** A press for tests. */
export const PRESS = { ink: '#0F5647', tint: '#EDF2EC', ground: 'rings' };

/**
 * How many cells of two grids differ by more than a hair; counting stops beyond `enough`.
 * @param {Float32Array} a @param {Float32Array} b @param {number} [enough]
 * @returns {number}
 */
export function differingCells(a, b, enough = Number.POSITIVE_INFINITY) {
  let count = 0;
  for (let i = 0; i < a.length && count <= enough; i++) if (Math.abs(a[i] - b[i]) > 1e-4) count++;
  return count;
}

/**
 * How many cells of a grid hold something.
 * @param {Float32Array} grid
 * @returns {number}
 */
export function filledCells(grid) {
  return grid.reduce((count, value) => count + (value > 0.5 ? 1 : 0), 0);
}
