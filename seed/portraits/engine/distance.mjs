/** Exact Euclidean distance transform (Felzenszwalb and Huttenlocher, 2012). */

const FAR = 1e9;

/** The lower envelope of the parabolas standing on `line`, written back in place. */
function transformLine(line, length, scratch) {
  const { apex, border, copy } = scratch;
  for (let q = 0; q < length; q++) copy[q] = line[q];
  let k = 0;
  apex[0] = 0;
  border[0] = -FAR;
  border[1] = FAR;
  for (let q = 1; q < length; q++) {
    let crossing = meet(copy, q, apex[k]);
    while (crossing <= border[k] && k > 0) crossing = meet(copy, q, apex[--k]);
    k++;
    apex[k] = q;
    border[k] = crossing;
    border[k + 1] = FAR;
  }
  k = 0;
  for (let q = 0; q < length; q++) {
    while (border[k + 1] < q) k++;
    line[q] = (q - apex[k]) ** 2 + copy[apex[k]];
  }
}

function meet(values, q, p) {
  return (values[q] + q * q - (values[p] + p * p)) / (2 * q - 2 * p);
}

function newScratch(length) {
  return {
    apex: new Int32Array(length),
    border: new Float64Array(length + 1),
    copy: new Float64Array(length),
  };
}

/**
 * For every cell the distance in cells to the nearest cell outside the mask
 * (a cell is inside when its value is over 0.5). Cells outside get 0; a mask
 * without any outside cell gets a very large number everywhere.
 * @param {Float32Array} mask @param {number} width @param {number} height
 * @returns {Float32Array}
 */
export function distanceInside(mask, width, height) {
  const squared = new Float64Array(mask.length);
  for (let i = 0; i < mask.length; i++) squared[i] = mask[i] > 0.5 ? FAR : 0;
  const scratch = newScratch(Math.max(width, height));
  const column = new Float64Array(height);
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) column[y] = squared[y * width + x];
    transformLine(column, height, scratch);
    for (let y = 0; y < height; y++) squared[y * width + x] = column[y];
  }
  for (let y = 0; y < height; y++) {
    transformLine(squared.subarray(y * width, (y + 1) * width), width, scratch);
  }
  const distance = new Float32Array(mask.length);
  for (let i = 0; i < mask.length; i++) distance[i] = Math.sqrt(squared[i]);
  return distance;
}
