/** The height map that a portrait is sculpted on. */
import { distanceInside } from './distance.mjs';
import {
  boardX,
  boardY,
  BOARD_TOP,
  CELLS_PER_UNIT,
  GRID_HEIGHT,
  GRID_SIZE,
  GRID_WIDTH,
  newGrid,
} from './geometry.mjs';
import { hashText, valueNoise } from './noise.mjs';
import { CROWN, TEXTURES } from './texture.mjs';

/** Cells with less coverage are not changed. */
const TRACE = 0.02;

/** Texture fades in over this distance from a shape's edge, in units. */
const TEXTURE_MARGIN = 5;

/**
 * How a shape is raised: it starts at `base`, rises by `swell` over the first
 * `radius` units from its edge, and adds `ink` to the shade. A layer with
 * `rides` starts at the height below it where that is higher.
 * @typedef {{base?: number, radius?: number, swell?: number, rides?: boolean, texture?: string,
 *   ink?: number, centre?: [number, number]}} Layer
 */

/** A quarter of an ellipse: 0 at the edge, 1 from `radius` inwards. */
function dome(distance, radius) {
  const q = Math.min(distance / radius, 1);
  return Math.sqrt(1 - (1 - q) ** 2);
}

export class Relief {
  /** @param {string} id seeds the noise, so that no two heads have the same grain */
  constructor(id) {
    this.noise = valueNoise(hashText(id));
    /** Height in units. */
    this.height = newGrid();
    /** Ink added to the shade. */
    this.ink = newGrid();
    /** Coverage of the figure, 0 to 1. */
    this.figure = newGrid();
  }

  /**
   * Lays an inflated, textured shape over what is there.
   * @param {Float32Array} mask @param {Layer} layer
   */
  lay(mask, { base = 0, radius = 20, swell = 14, rides = false, texture = 'plain', ink = 0, centre = CROWN }) {
    const distance = distanceInside(mask, GRID_WIDTH, GRID_HEIGHT);
    const grain = TEXTURES[texture];
    for (let i = 0; i < GRID_SIZE; i++) {
      const cover = mask[i];
      if (cover < TRACE) continue;
      const deep = distance[i] / CELLS_PER_UNIT;
      const fade = Math.min(1, deep / TEXTURE_MARGIN);
      const surface = grain(boardX(i), boardY(i), this.noise, centre) * fade;
      const floor = rides ? Math.max(base, this.height[i]) : base;
      const height = floor + swell * dome(deep, radius) + surface;
      this.height[i] += (height - this.height[i]) * cover;
      this.ink[i] += (ink - this.ink[i]) * cover;
      this.figure[i] = Math.max(this.figure[i], cover);
    }
  }

  /**
   * Presses a soft bump (with a negative rise, a hollow) into the surface.
   * @param {Float32Array} within the mask it stays inside
   * @param {{x: number, y: number, rx: number, ry: number, rise: number}} bump
   */
  press(within, { x, y, rx, ry, rise }) {
    const column = (unit) => Math.min(GRID_WIDTH, Math.max(0, Math.floor(unit * CELLS_PER_UNIT)));
    const row = (unit) => Math.min(GRID_HEIGHT, Math.max(0, Math.floor((unit - BOARD_TOP) * CELLS_PER_UNIT)));
    for (let r = row(y - 3 * ry); r < row(y + 3 * ry); r++) {
      for (let c = column(x - 3 * rx); c < column(x + 3 * rx); c++) {
        const i = r * GRID_WIDTH + c;
        const u = (boardX(i) - x) / rx;
        const v = (boardY(i) - y) / ry;
        this.height[i] += rise * Math.exp(-(u * u + v * v) / 2) * within[i];
      }
    }
  }

  /**
   * Cuts a line into the surface, or raises it with a positive rise.
   * @param {Float32Array} line mask of the line
   * @param {Float32Array} within the mask it stays inside
   * @param {number} rise @param {number} ink
   */
  trace(line, within, rise, ink) {
    for (let i = 0; i < GRID_SIZE; i++) {
      const cover = line[i] * within[i];
      this.height[i] += rise * cover;
      this.ink[i] += ink * cover;
    }
  }
}
