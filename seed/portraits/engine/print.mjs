/** Turns ink coverage into coloured pixels and encodes them as WebP files. */
import sharp from 'sharp';

/**
 * @param {string} hex a colour as #RRGGBB
 * @returns {[number, number, number]} red, green and blue, 0 to 255
 * @throws {RangeError} when the text is not such a colour
 */
export function parseColour(hex) {
  if (!/^#[0-9A-Fa-f]{6}$/.test(hex)) throw new RangeError(`not a colour: ${JSON.stringify(hex)}`);
  return /** @type {[number, number, number]} */ ([1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)));
}

/**
 * Turns ink coverage into pixels. `steps` is the number of colours from tint to ink,
 * both included, at equal distances.
 * @param {Float32Array} cover @param {{ink: string, tint: string}} colours @param {number} steps
 * @returns {Buffer} RGB pixels
 */
export function colourise(cover, { ink, tint }, steps) {
  const full = parseColour(ink);
  const bare = parseColour(tint);
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
export function mirrorColumns(cover, width) {
  return cover.map((_, i) => cover[i - (i % width) + (width - 1 - (i % width))]);
}

/** Most and fewest colours of a line engraving, tint and ink included. */
const MOST_STEPS = 12;
const FEWEST_STEPS = 3;

/**
 * A lossless WebP of a line engraving: with few colours it is smaller than a lossy
 * file, and lines stay sharp. A picture over its budget gets fewer colours.
 * @param {Float32Array} cover
 * @param {{width: number, height: number, ink: string, tint: string, budget: number}} sheet budget in bytes
 * @returns {Promise<Buffer>}
 * @throws {RangeError} when the file with the fewest colours is still over the budget
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
 * A lossy WebP of a tone picture, cropped to a square and scaled to `size` pixels.
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
