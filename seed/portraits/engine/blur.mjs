/** Blurs grids. Two passes of a box blur approximate a Gaussian. */

const clamp = (value, high) => Math.max(0, Math.min(high, value));

/** Writes the running mean along one row or column into `to`. `start` and `step` are indices into the grid. */
function blurLine(from, to, { start, step, length, radius }) {
  const last = length - 1;
  const at = (i) => from[start + clamp(i, last) * step];
  const span = 2 * radius + 1;
  let sum = 0;
  for (let i = -radius; i <= radius; i++) sum += at(i);
  for (let i = 0; i < length; i++) {
    to[start + i * step] = sum / span;
    sum += at(i + radius + 1) - at(i - radius);
  }
}

/**
 * A blurred copy of a grid. Beyond an edge its last cell repeats.
 * @param {Float32Array} grid @param {number} width @param {number} height
 * @param {number} radius in cells
 * @returns {Float32Array}
 */
export function boxBlur(grid, width, height, radius) {
  let source = grid;
  for (let pass = 0; pass < 2; pass++) {
    const across = new Float32Array(grid.length);
    const down = new Float32Array(grid.length);
    for (let y = 0; y < height; y++) blurLine(source, across, { start: y * width, step: 1, length: width, radius });
    for (let x = 0; x < width; x++) blurLine(across, down, { start: x, step: width, length: height, radius });
    source = down;
  }
  return source;
}
