/** Rows, measurements and a cache that several tests share. */
import sharp from 'sharp';

/** A row that sets every trait the tests depend on. */
export const PLAIN_ROW = { hair: 'short', tone: 'dark', coat: 'toga' };

/** A row that is sculpted fast: naked shoulders and no hair. */
export const BARE_ROW = { hair: 'none', tone: 'dark', coat: 'bare' };

/** The look of a category for tests: colours and ground. */
export const PRESS = { ink: '#0F5647', tint: '#EDF2EC', ground: 'rings' };

/**
 * Counts the cells in which two grids differ by more than 0.0001. The count stops
 * above `enough`.
 * @param {Float32Array} a @param {Float32Array} b @param {number} [enough]
 * @returns {number}
 */
export function differingCells(a, b, enough = Number.POSITIVE_INFINITY) {
  let count = 0;
  for (let i = 0; i < a.length && count <= enough; i++) if (Math.abs(a[i] - b[i]) > 1e-4) count++;
  return count;
}

/**
 * Counts the cells of a mask that are more than half covered.
 * @param {Float32Array} grid @param {(i: number) => boolean} [within] limits the count to these cells
 * @returns {number}
 */
export function filledCells(grid, within = () => true) {
  let count = 0;
  for (let i = 0; i < grid.length; i++) if (grid[i] > 0.5 && within(i)) count++;
  return count;
}

/**
 * The greatest coverage of several masks in every cell.
 * @param {Float32Array[]} masks @returns {Float32Array}
 */
export function unionOf(masks) {
  const union = masks[0].slice();
  for (const mask of masks.slice(1)) {
    for (let i = 0; i < union.length; i++) if (mask[i] > union[i]) union[i] = mask[i];
  }
  return union;
}

/**
 * Makes sharp rasterise each SVG only once in this process. Rasterising takes most of the time of
 * sculpting. Most heads in tests have the same SVG for the lines of the face.
 */
export function cacheMasks() {
  const { toBuffer } = sharp.prototype;
  /** @type {Map<string, Promise<Buffer>>} */
  const pixels = new Map();
  sharp.prototype.toBuffer = function (...options) {
    const source = this.options.input.buffer?.toString('latin1') ?? '';
    if (!source.startsWith('<svg')) return toBuffer.apply(this, options);
    if (!pixels.has(source)) pixels.set(source, toBuffer.apply(this, options));
    return pixels.get(source);
  };
}
