/** Light on the relief: a lamp before the face, above it. */
import { boxBlur } from './blur.mjs';
import { distanceInside } from './distance.mjs';
import { CELLS_PER_UNIT, GRID_HEIGHT, GRID_SIZE, GRID_WIDTH, newGrid } from './geometry.mjs';

/** Direction to the lamp: right, up and out of the picture. */
const LAMP = { x: 0.52, y: -0.56, z: 0.64 };

/** How strongly a slope of the relief changes its tone. */
const STEEPNESS = 0.651;

/** Least and most ink of a line, so that every line can be seen. */
const LIGHTEST = 0.03;
const DARKEST = 0.97;

/**
 * A lit relief, ready for ruling: `height` in units, `tone` as ink from 0 to 1,
 * `figure` as coverage, `gap` as the distance to the figure in units.
 * @typedef {{height: Float32Array, tone: Float32Array, figure: Float32Array, gap: Float32Array, rise: number}} Lit
 */

function lightAt(height, i) {
  const dx = (height[i + 1] - height[i - 1]) * 0.5 * CELLS_PER_UNIT * STEEPNESS;
  const dy = (height[i + GRID_WIDTH] - height[i - GRID_WIDTH]) * 0.5 * CELLS_PER_UNIT * STEEPNESS;
  return (LAMP.z - dx * LAMP.x - dy * LAMP.y) / Math.hypot(dx, dy, 1);
}

function inkFor(light, extra) {
  const shade = 0.07 + 1.05 * Math.max(0, 0.74 - 0.8 * light) + extra;
  return Math.min(DARKEST, Math.max(LIGHTEST, shade));
}

function toneOf(height, ink, rise) {
  const tone = newGrid();
  for (let y = 1; y < GRID_HEIGHT - 1; y++) {
    for (let x = 1; x < GRID_WIDTH - 1; x++) {
      const i = y * GRID_WIDTH + x;
      tone[i] = inkFor(lightAt(height, i), ink[i] * rise);
    }
  }
  return tone;
}

/** Distance from the figure, for the clear line around it. */
function gapTo(figure) {
  const outside = figure.map((cover) => 1 - cover);
  const cells = distanceInside(outside, GRID_WIDTH, GRID_HEIGHT);
  return cells.map((distance) => distance / CELLS_PER_UNIT);
}

/**
 * Lights a relief.
 * @param {import('./relief.mjs').Relief} relief
 * @param {number} [rise] 1 is the full relief, 0 a blank page of flat lines
 * @returns {Lit}
 */
export function light(relief, rise = 1) {
  const height = boxBlur(relief.height, GRID_WIDTH, GRID_HEIGHT, 1);
  for (let i = 0; i < GRID_SIZE; i++) height[i] *= rise;
  return {
    height,
    tone: boxBlur(toneOf(height, relief.ink, rise), GRID_WIDTH, GRID_HEIGHT, 1),
    figure: relief.figure,
    gap: gapTo(relief.figure),
    rise,
  };
}
