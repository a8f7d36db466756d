/** Draws shapes as masks: grids with the coverage of each cell, 0 to 1. */
import sharp from 'sharp';
import { BOARD_HEIGHT, BOARD_TOP, BOARD_WIDTH, GRID_HEIGHT, GRID_WIDTH } from './geometry.mjs';

async function rasteriseSvg(elements) {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${GRID_WIDTH}" height="${GRID_HEIGHT}" ` +
    `viewBox="0 ${BOARD_TOP} ${BOARD_WIDTH} ${BOARD_HEIGHT}">${elements}</svg>`;
  const pixels = await sharp(Buffer.from(svg)).flatten({ background: '#000' }).greyscale().raw().toBuffer();
  const mask = new Float32Array(pixels.length);
  for (let i = 0; i < mask.length; i++) mask[i] = pixels[i] / 255;
  return mask;
}

/**
 * The mask of a filled path.
 * @param {string} path SVG path data in board units
 * @param {string} [transform] an SVG transform
 * @returns {Promise<Float32Array>}
 */
export function fillMask(path, transform = '') {
  return rasteriseSvg(`<path d="${path}" fill="#fff" transform="${transform}"/>`);
}

/**
 * The mask of a stroked path with round ends.
 * @param {string} path @param {number} width in units
 * @returns {Promise<Float32Array>}
 */
export function strokeMask(path, width) {
  return rasteriseSvg(`<path d="${path}" fill="none" stroke="#fff" stroke-width="${width}" stroke-linecap="round"/>`);
}
