/** Exact Euclidean distance transform (Felzenszwalb and Huttenlocher, 2012). */

/** The initial squared distance of an inside cell. It is larger than every squared distance on a grid. */
const FAR_SQUARED = 1e9;

/**
 * Transforms a line, which is a row or a column of squared distances. The new value at `q` is the
 * minimum of (q - p)² + old value at `p`, over all cells `p` of the line. So each cell `p` defines
 * a parabola. The new values are the lower envelope of these parabolas.
 */
function transformLine(line, length, scratch) {
  const { apex, border, copy } = scratch;
  for (let q = 0; q < length; q++) copy[q] = line[q];
  let k = 0;
  apex[0] = 0;
  border[0] = -FAR_SQUARED;
  border[1] = FAR_SQUARED;
  for (let q = 1; q < length; q++) {
    let crossing = parabolaCrossing(copy, q, apex[k]);
    while (crossing <= border[k] && k > 0) crossing = parabolaCrossing(copy, q, apex[--k]);
    k++;
    apex[k] = q;
    border[k] = crossing;
    border[k + 1] = FAR_SQUARED;
  }
  k = 0;
  for (let q = 0; q < length; q++) {
    while (border[k + 1] < q) k++;
    line[q] = (q - apex[k]) ** 2 + copy[apex[k]];
  }
}

/** The position at which the parabolas on the cells `p` and `q` cross. */
function parabolaCrossing(values, q, p) {
  return (values[q] + q * q - (values[p] + p * p)) / (2 * q - 2 * p);
}

function newScratchArrays(length) {
  return {
    apex: new Int32Array(length),
    border: new Float64Array(length + 1),
    copy: new Float64Array(length),
  };
}

/**
 * The smallest rectangle that holds all inside cells and a border of one cell. `left`
 * and `top` are its first column and row. `right` and `bottom` are one after its last
 * column and row. The rectangle is empty if no cell is inside.
 */
function insideBounds(mask, width, height) {
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] <= 0.5) continue;
    const x = i % width;
    const y = (i - x) / width;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  return { left: Math.max(0, left - 1), right: Math.min(width, right + 2), top: Math.max(0, top - 1), bottom: Math.min(height, bottom + 2) };
}

/**
 * The distance in cells from every cell to the nearest cell outside the mask. A
 * cell is inside if its value is over 0.5. A cell outside gets 0. If no cell is
 * outside, every cell gets a very large number.
 * @param {Float32Array} mask @param {number} width @param {number} height
 * @returns {Float32Array}
 */
export function distanceInside(mask, width, height) {
  const distance = new Float32Array(mask.length);
  const { left, right, top, bottom } = insideBounds(mask, width, height);
  if (left >= right) return distance;
  const [columns, rows] = [right - left, bottom - top];
  const squared = new Float64Array(columns * rows);
  for (let i = 0; i < squared.length; i++) {
    const x = i % columns;
    squared[i] = mask[(top + (i - x) / columns) * width + left + x] > 0.5 ? FAR_SQUARED : 0;
  }
  transformGrid(squared, columns, rows);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) distance[(top + y) * width + left + x] = Math.sqrt(squared[y * columns + x]);
  }
  return distance;
}

/** Replaces the squared distances of a grid by their minimum over all cells, first by column, then by row. */
function transformGrid(squared, width, height) {
  const scratch = newScratchArrays(Math.max(width, height));
  const column = new Float64Array(height);
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) column[y] = squared[y * width + x];
    transformLine(column, height, scratch);
    for (let y = 0; y < height; y++) squared[y * width + x] = column[y];
  }
  for (let y = 0; y < height; y++) transformLine(squared.subarray(y * width, (y + 1) * width), width, scratch);
}
