/** Rules the picture with parallel lines. Height bends a line, and shade widens it. */
import { BOARD_WIDTH, FRAME_HEIGHT, onBoard, sampleGrid } from './geometry.mjs';

/** How far one unit of height bends a line, in units. */
export const BEND = 0.42;

/** Width of the soft edge of a line, as a share of the pitch. */
const LINE_EDGE = 0.22;

/** Distance between the lines of the figure, as a share of the cut's spacing. */
const FIGURE_PITCH = 0.76;

/** Slope of the figure's lines in lines per unit of x. It distinguishes them from the ground's lines. */
const FIGURE_TILT = 0.05;

/** Width of the blank gap around a figure, in units. */
const GAP_WIDTH = 3.2;

/**
 * The ink that a ruled line leaves at a phase.
 * @param {number} phase whole numbers are the borders between two lines
 * @param {number} cover share of the pitch that is inked, 0 to 1
 * @returns {number} 0 to 1
 */
export function lineInk(phase, cover) {
  const fromCentre = Math.abs(phase - Math.floor(phase) - 0.5) * 2;
  return Math.min(1, Math.max(0, (cover - fromCentre) / LINE_EDGE + 0.5));
}

/**
 * Calls `inkAt` on a fine raster and averages it down to pixels.
 * @param {{width: number, height: number, fineness: number, spanX: number, spanY: number}} raster
 *   `spanX` and `spanY` are the size of the picture in the units of `inkAt`
 * @param {(x: number, y: number) => number} inkAt
 * @returns {Float32Array} ink per pixel, 0 to 1
 */
export function rasterInk({ width, height, fineness, spanX, spanY }, inkAt) {
  const ink = new Float32Array(width * height);
  const samples = fineness * fineness;
  for (let i = 0; i < ink.length; i++) {
    const column = i % width;
    const row = Math.floor(i / width);
    let sum = 0;
    for (let s = 0; s < samples; s++) {
      const x = (column + ((s % fineness) + 0.5) / fineness) / width;
      const y = (row + (Math.floor(s / fineness) + 0.5) / fineness) / height;
      sum += inkAt(x * spanX, y * spanY);
    }
    ink[i] = sum / samples;
  }
  return ink;
}

/**
 * The position of the figure in the frame: its scale, and functions from frame
 * coordinates to board coordinates. A head is scaled and moved to the right; an emblem
 * keeps its size and place.
 */
function framePlacement(traits) {
  const scale = traits.emblem ? 1 : traits.scale;
  const shift = traits.emblem ? 0 : 18;
  return {
    scale,
    boardX: (x) => (x - shift) / scale,
    boardY: (y) => FRAME_HEIGHT - (FRAME_HEIGHT - y) / scale,
  };
}

/**
 * Turns a y of the board into a y of the frame.
 * @param {import('./traits.mjs').Traits} traits @param {number} y in board units
 * @returns {number} in units of the frame
 */
export function frameY(traits, y) {
  return FRAME_HEIGHT - (FRAME_HEIGHT - y) * framePlacement(traits).scale;
}

/** Share of the pitch that a line of the ground fills. It grows slightly towards the corners. */
function groundCover(x, y) {
  const vignette = Math.min(1, Math.hypot((x - 190) / 260, (y - 230) / 320));
  return 0.56 + 0.26 * vignette * vignette;
}

/**
 * Returns the function that rules a portrait: it takes frame coordinates and returns ink from 0 to 1.
 * @param {import('./shade.mjs').Lit} lit
 * @param {import('./traits.mjs').Traits} traits
 * @param {{spacing: number, ground: import('./ground.mjs').Ground}} ruling
 * @returns {(x: number, y: number) => number}
 */
export function ruledInk(lit, traits, { spacing, ground }) {
  const { scale, boardX, boardY } = framePlacement(traits);
  const pitch = spacing * FIGURE_PITCH;
  return (x, y) => {
    const bx = boardX(x);
    const by = boardY(y);
    const known = onBoard(bx, by);
    if (known && sampleGrid(lit.figure, bx, by) > 0.5) {
      const bent = y - sampleGrid(lit.height, bx, by) * BEND * scale;
      return lineInk(bent / pitch + x * FIGURE_TILT, sampleGrid(lit.tone, bx, by));
    }
    if (known && sampleGrid(lit.gap, bx, by) < GAP_WIDTH * lit.rise) return 0;
    return lineInk(ground(x, y), groundCover(x, y));
  };
}

/** Ink of a coin's ground. The ground has no lines, because they would shimmer at this size. */
const COIN_GROUND_INK = 0.9;

/**
 * Returns the function that draws a coin without lines: it takes frame coordinates and returns ink from 0 to 1.
 * @param {import('./shade.mjs').Lit} lit
 * @param {import('./traits.mjs').Traits} traits
 * @returns {(x: number, y: number) => number}
 */
export function tonalInk(lit, traits) {
  const { boardX, boardY } = framePlacement(traits);
  return (x, y) => {
    const bx = boardX(x);
    const by = boardY(y);
    if (!onBoard(bx, by) || sampleGrid(lit.figure, bx, by) <= 0.5) return COIN_GROUND_INK;
    return Math.min(1, Math.max(0, (sampleGrid(lit.tone, bx, by) - 0.08) * 1.15));
  };
}

/** Width and height of a portrait's frame in units. */
export const FRAME_SPAN = { spanX: BOARD_WIDTH, spanY: FRAME_HEIGHT };
