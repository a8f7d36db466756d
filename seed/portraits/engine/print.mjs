/** Turns ink coverage into coloured pixels and those into WebP files. */
import sharp from 'sharp';

/**
 * @param {string} hex a colour as #RRGGBB
 * @returns {[number, number, number]}
 */
export function channels(hex) {
  if (!/^#[0-9A-Fa-f]{6}$/.test(hex)) throw new RangeError(`not a colour: ${JSON.stringify(hex)}`);
  return /** @type {[number, number, number]} */ ([1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)));
}

/**
 * Colours ink coverage, in a number of even steps from tint to ink.
 * @param {Float32Array} cover @param {{ink: string, tint: string}} colours @param {number} steps
 * @returns {Buffer} RGB pixels
 */
export function colourise(cover, { ink, tint }, steps) {
  const full = channels(ink);
  const bare = channels(tint);
  const pixels = Buffer.alloc(cover.length * 3);
  for (let i = 0; i < cover.length; i++) {
    const share = Math.round(cover[i] * (steps - 1)) / (steps - 1);
    for (let c = 0; c < 3; c++) pixels[i * 3 + c] = Math.round(bare[c] + (full[c] - bare[c]) * share);
  }
  return pixels;
}

/**
 * The picture mirrored from left to right.
 * @param {Float32Array} cover @param {number} width
 * @returns {Float32Array}
 */
export function mirror(cover, width) {
  return cover.map((_, i) => cover[i - (i % width) + (width - 1 - (i % width))]);
}

/** Most and fewest steps between tint and ink of a line engraving. */
const MOST_STEPS = 12;
const FEWEST_STEPS = 3;

/**
 * A lossless WebP of a line engraving. Two inks and few steps compress better
 * without loss than with it, and lines stay sharp. A picture over its budget
 * is printed with fewer steps.
 * @param {Float32Array} cover
 * @param {{width: number, height: number, ink: string, tint: string, budget: number}} sheet budget in bytes
 * @returns {Promise<Buffer>}
 * @throws {RangeError} when even the fewest steps are too big
 */
export async function printLines(cover, { width, height, ink, tint, budget }) {
  for (let steps = MOST_STEPS; steps >= FEWEST_STEPS; steps--) {
    const pixels = colourise(cover, { ink, tint }, steps);
    const file = await sharp(pixels, { raw: { width, height, channels: 3 } })
      .webp({ lossless: true, effort: 6 })
      .toBuffer();
    if (file.length < budget) return file;
  }
  throw new RangeError(`no print of ${width} by ${height} stays under ${budget} bytes`);
}

/**
 * A WebP of a tone picture, cropped to a square and scaled.
 * @param {Float32Array} cover
 * @param {{width: number, height: number, ink: string, tint: string,
 *   crop: {left: number, top: number, width: number, height: number}, size: number}} sheet
 * @returns {Promise<Buffer>}
 */
export function printTone(cover, { width, height, ink, tint, crop, size }) {
  return sharp(colourise(cover, { ink, tint }, 256), { raw: { width, height, channels: 3 } })
    .extract(crop)
    .resize(size, size)
    .webp({ quality: 82, effort: 6 })
    .toBuffer();
}
