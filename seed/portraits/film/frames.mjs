/** Draws the frames of a film into a folder. Existing frames are not drawn again. */
import { mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { colourise } from '../engine/print.mjs';

/** Number of colours of a frame, ink and tint included. */
const COLOUR_STEPS = 16;

/** The file name of a moment's frame: rise and drift in thousandths. Equal moments share a file. */
const frameFileName = ({ rise, drift }) => `${Math.round(rise * 1000)}-${Math.round(drift * 1000)}.png`;

const fileExists = (path) => stat(path).then(() => true, () => false);

/**
 * Writes a frame to a temporary file and then renames it, so that an interrupted run
 * leaves no incomplete frame.
 */
async function writeFrame(path, cover, { width, height, ...colours }) {
  const pixels = colourise(cover, colours, COLOUR_STEPS);
  await sharp(pixels, { raw: { width, height, channels: 3 } }).png().toFile(`${path}.part`);
  await rename(`${path}.part`, path);
}

/**
 * Draws the missing frames.
 * @param {string} folder
 * @param {import('./moments.mjs').Moment[]} moments
 * @param {() => Promise<(moment: import('./moments.mjs').Moment) =>
 * Float32Array>} open returns the function that draws a frame; called only if a frame is missing
 * @param {{width: number, height: number, ink: string, tint: string}} print size in pixels
 * @returns {Promise<string[]>} the picture's file for every moment
 */
export async function renderFrames(folder, moments, open, print) {
  await mkdir(folder, { recursive: true });
  const byName = new Map(moments.map((moment) => [frameFileName(moment), moment]));
  let drawFrame;
  for (const [name, moment] of byName) {
    const path = join(folder, name);
    if (await fileExists(path)) continue;
    drawFrame ??= await open();
    await writeFrame(path, drawFrame(moment), print);
  }
  return moments.map((moment) => join(folder, frameFileName(moment)));
}
