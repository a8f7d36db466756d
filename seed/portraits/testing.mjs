/** Rows and measurements that several tests share. */

/** A row that sets every trait the tests depend on. */
export const PLAIN_ROW = { hair: 'short', tone: 'dark', coat: 'toga' };

/** A press for tests. */
export const PRESS = { ink: '#0F5647', tint: '#EDF2EC', ground: 'rings' };

/**
 * The number of cells in which two grids differ visibly; counting stops beyond
 * `enough`.
 * @param {Float32Array} a @param {Float32Array} b @param {number} [enough]
 * @returns {number}
 */
export function differingCells(a, b, enough = Number.POSITIVE_INFINITY) {
  let count = 0;
  for (let i = 0; i < a.length && count <= enough; i++) if (Math.abs(a[i] - b[i]) > 1e-4) count++;
  return count;
}

/**
 * The number of cells of a grid that are not empty.
 * @param {Float32Array} grid
 * @returns {number}
 */
export function filledCells(grid) {
  return grid.reduce((count, value) => count + (value > 0.5 ? 1 : 0), 0);
}
