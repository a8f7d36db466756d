/** Lights the relief with a lamp above and before the face. */
import { boxBlur } from './blur.mjs';
import { distanceInside } from './distance.mjs';
import { CELLS_PER_UNIT, GRID_HEIGHT, GRID_SIZE, GRID_WIDTH, newGrid } from './geometry.mjs';

/** Direction to the lamp: right, up and out of the picture. */
const LAMP = { x: 0.52, y: -0.56, z: 0.64 };

/** How strongly a slope of the relief changes its tone. */
const SLOPE_WEIGHT = 0.651;

/**
 * Least and most ink of a line, as shares of the distance between lines. With less ink the
 * line would vanish. With more ink the gap between two lines would vanish.
 */
const MIN_INK = 0.03;
const MAX_INK = 0.97;

/**
 * A lit relief. Its grids have for each cell: `height` in board units, `tone` as ink from 0 to 1,
 * `figure` as coverage from 0 to 1, and `gap` as the distance to the figure in board units. `rise`
 * is the factor of all heights.
 * @typedef {{height: Float32Array, tone: Float32Array, figure: Float32Array, gap: Float32Array, rise: number}} Lit
 */

function brightnessAt(height, i) {
  const dx = (height[i + 1] - height[i - 1]) * 0.5 * CELLS_PER_UNIT * SLOPE_WEIGHT;
  const dy = (height[i + GRID_WIDTH] - height[i - GRID_WIDTH]) * 0.5 * CELLS_PER_UNIT * SLOPE_WEIGHT;
  return (LAMP.z - dx * LAMP.x - dy * LAMP.y) / Math.hypot(dx, dy, 1);
}

function inkFor(brightness, extra) {
  const shade = 0.07 + 1.05 * Math.max(0, 0.74 - 0.8 * brightness) + extra;
  return Math.min(MAX_INK, Math.max(MIN_INK, shade));
}

function toneGrid(height, ink, rise) {
  const tone = newGrid();
  for (let y = 1; y < GRID_HEIGHT - 1; y++) {
    for (let x = 1; x < GRID_WIDTH - 1; x++) {
      const i = y * GRID_WIDTH + x;
      tone[i] = inkFor(brightnessAt(height, i), ink[i] * rise);
    }
  }
  return tone;
}

/** The distance of every cell from the figure, in board units. */
function gapGrid(figure) {
  const outside = figure.map((cover) => 1 - cover);
  const cells = distanceInside(outside, GRID_WIDTH, GRID_HEIGHT);
  return cells.map((distance) => distance / CELLS_PER_UNIT);
}

/**
 * Lights a relief.
 * @param {import('./relief.mjs').Relief} relief
 * @param {number} [rise] factor of all heights: 1 is the full relief, 0 a page of flat lines
 * @returns {Lit}
 */
export function lightRelief(relief, rise = 1) {
  const height = boxBlur(relief.height, GRID_WIDTH, GRID_HEIGHT, 1);
  for (let i = 0; i < GRID_SIZE; i++) height[i] *= rise;
  return {
    height,
    tone: boxBlur(toneGrid(height, relief.ink, rise), GRID_WIDTH, GRID_HEIGHT, 1),
    figure: relief.figure,
    gap: gapGrid(relief.figure),
    rise,
  };
}
