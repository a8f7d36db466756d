/** The relief of a portrait: height, added ink and coverage of every cell. */
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
import { DEFAULT_CENTRE, TEXTURES } from './texture.mjs';

/** A cell is changed only if the shape covers at least this share of it. */
const MIN_COVER = 0.02;

/** Texture fades in over this distance from a shape's edge, in board units. */
const TEXTURE_MARGIN = 5;

/**
 * How a shape is raised, in units: it starts at `base`, rises by `swell` over the
 * first `radius` units from its edge, and adds `ink` to the shade. With `rides`, a
 * shape lies on the surface below it wherever that surface is higher than `base`.
 * @typedef {{base?: number, radius?: number, swell?: number, rides?: boolean, texture?: string,
 *   ink?: number, centre?: [number, number]}} Layer
 */

/** The height of a dome at a distance from its edge: 0 at the edge, 1 from `radius` inwards. */
function domeProfile(distance, radius) {
  const q = Math.min(distance / radius, 1);
  return Math.sqrt(1 - (1 - q) ** 2);
}

export class Relief {
  /** @param {string} id seeds the noise, so that no two heads have the same grain */
  constructor(id) {
    this.noise = valueNoise(hashText(id));
    /** Height of every cell in board units. */
    this.height = newGrid();
    /** Ink of every cell. lightRelief adds this ink to the ink of the shadow. */
    this.ink = newGrid();
    /** Coverage of the figure, 0 to 1. */
    this.figure = newGrid();
  }

  /**
   * Lays a domed, textured shape over the surface.
   * @param {Float32Array} mask @param {Layer} layer
   */
  layShape(mask, layer) {
    const { base = 0, radius = 20, swell = 14, rides = false } = layer;
    const { texture = 'plain', ink = 0, centre = DEFAULT_CENTRE } = layer;
    const distance = distanceInside(mask, GRID_WIDTH, GRID_HEIGHT);
    const grain = TEXTURES[texture];
    for (let i = 0; i < GRID_SIZE; i++) {
      const cover = mask[i];
      if (cover < MIN_COVER) continue;
      const deep = distance[i] / CELLS_PER_UNIT;
      const fade = Math.min(1, deep / TEXTURE_MARGIN);
      const surface = grain(boardX(i), boardY(i), this.noise, centre) * fade;
      const floor = rides ? Math.max(base, this.height[i]) : base;
      const height = floor + swell * domeProfile(deep, radius) + surface;
      this.height[i] += (height - this.height[i]) * cover;
      this.ink[i] += (ink - this.ink[i]) * cover;
      this.figure[i] = Math.max(this.figure[i], cover);
    }
  }

  /**
   * Adds a soft bump to the surface; a negative rise makes a hollow.
   * @param {Float32Array} within mask that limits the bump
   * @param {{x: number, y: number, rx: number, ry: number, rise: number}} bump
   */
  addBump(within, { x, y, rx, ry, rise }) {
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
   * Adds a line to the surface: a ridge, or with a negative rise a groove.
   * @param {Float32Array} line mask of the line
   * @param {Float32Array} within mask that limits the line
   * @param {number} rise in units @param {number} ink added to the shade
   */
  addLine(line, within, rise, ink) {
    for (let i = 0; i < GRID_SIZE; i++) {
      const cover = line[i] * within[i];
      this.height[i] += rise * cover;
      this.ink[i] += ink * cover;
    }
  }
}
