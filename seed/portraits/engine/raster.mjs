/** Draws shapes as masks: grids with the coverage of each cell, 0 to 1. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { BOARD_HEIGHT, BOARD_TOP, BOARD_WIDTH, GRID_HEIGHT, GRID_WIDTH } from './geometry.mjs';

const require = createRequire(import.meta.url);

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

/**
 * The mask of a lucide icon's strokes, centred at a point.
 * @param {string} name file name of the icon without its extension
 * @param {{cx: number, cy: number, scale: number, strokeWidth: number}} place
 * @returns {Promise<Float32Array>}
 * @throws {RangeError} when lucide has no such icon
 */
export async function iconMask(name, { cx, cy, scale, strokeWidth }) {
  const inner = (await readIconSvg(name)).replace(/^[\s\S]*?<svg[\s\S]*?>/, '').replace('</svg>', '');
  return rasteriseSvg(
    `<g transform="translate(${cx} ${cy}) scale(${scale}) translate(-12 -12)" fill="none" stroke="#fff" ` +
      `stroke-width="${strokeWidth}" stroke-linecap="round" stroke-linejoin="round">${inner}</g>`,
  );
}

async function readIconSvg(name) {
  if (!/^[a-z0-9-]+$/.test(name)) throw new RangeError(`not an icon name: ${JSON.stringify(name)}`);
  try {
    return await readFile(require.resolve(`lucide-static/icons/${name}.svg`), 'utf8');
  } catch (cause) {
    throw new RangeError(`lucide has no icon called ${JSON.stringify(name)}`, { cause });
  }
}
