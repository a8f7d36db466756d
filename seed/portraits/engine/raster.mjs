/** Masks: shapes filled or stroked onto the grid. Values run from 0 to 1. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { BOARD_HEIGHT, BOARD_TOP, BOARD_WIDTH, GRID_HEIGHT, GRID_WIDTH } from './geometry.mjs';

const require = createRequire(import.meta.url);

async function rasterise(elements) {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${GRID_WIDTH}" height="${GRID_HEIGHT}" ` +
    `viewBox="0 ${BOARD_TOP} ${BOARD_WIDTH} ${BOARD_HEIGHT}">${elements}</svg>`;
  const pixels = await sharp(Buffer.from(svg)).flatten({ background: '#000' }).greyscale().raw().toBuffer();
  const mask = new Float32Array(pixels.length);
  for (let i = 0; i < mask.length; i++) mask[i] = pixels[i] / 255;
  return mask;
}

/**
 * A filled path.
 * @param {string} path SVG path data in board units
 * @param {string} [transform] an SVG transform
 * @returns {Promise<Float32Array>}
 */
export function fillMask(path, transform = '') {
  return rasterise(`<path d="${path}" fill="#fff" transform="${transform}"/>`);
}

/**
 * A stroked path with round ends.
 * @param {string} path @param {number} width in units
 * @returns {Promise<Float32Array>}
 */
export function strokeMask(path, width) {
  return rasterise(`<path d="${path}" fill="none" stroke="#fff" stroke-width="${width}" stroke-linecap="round"/>`);
}

/**
 * The strokes of a lucide icon, centred at a point.
 * @param {string} name file name of the icon without its extension
 * @param {{cx: number, cy: number, scale: number, strokeWidth: number}} place
 * @returns {Promise<Float32Array>}
 * @throws {RangeError} when lucide has no such icon
 */
export async function iconMask(name, { cx, cy, scale, strokeWidth }) {
  const inner = (await readIcon(name)).replace(/^[\s\S]*?<svg[\s\S]*?>/, '').replace('</svg>', '');
  return rasterise(
    `<g transform="translate(${cx} ${cy}) scale(${scale}) translate(-12 -12)" fill="none" stroke="#fff" ` +
      `stroke-width="${strokeWidth}" stroke-linecap="round" stroke-linejoin="round">${inner}</g>`,
  );
}

async function readIcon(name) {
  if (!/^[a-z0-9-]+$/.test(name)) throw new RangeError(`not an icon name: ${JSON.stringify(name)}`);
  try {
    return await readFile(require.resolve(`lucide-static/icons/${name}.svg`), 'utf8');
  } catch (cause) {
    throw new RangeError(`lucide has no icon called ${JSON.stringify(name)}`, { cause });
  }
}
