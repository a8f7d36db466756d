/** Draws the frames of a film into a folder and skips those that exist. */
import { mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { colourise } from '../engine/print.mjs';

/** Steps between the two colours of a frame. */
const STEPS = 16;

/** The file name of a moment, in thousandths. Equal moments share a file. */
const nameOf = ({ rise, drift }) => `${Math.round(rise * 1000)}-${Math.round(drift * 1000)}.png`;

const exists = (path) => stat(path).then(() => true, () => false);

/**
 * Writes a picture and renames it into place, so that an interrupted run leaves
 * whole files only.
 */
async function develop(path, cover, { width, height, ...colours }) {
  const pixels = colourise(cover, colours, STEPS);
  await sharp(pixels, { raw: { width, height, channels: 3 } }).png().toFile(`${path}.part`);
  await rename(`${path}.part`, path);
}

/**
 * Draws the missing frames.
 * @param {string} folder
 * @param {import('./moments.mjs').Moment[]} moments
 * @param {() => Promise<(moment: import('./moments.mjs').Moment) =>
 * Float32Array>} open sets up the camera; called only if a frame is missing
 * @param {{width: number, height: number, ink: string, tint: string}} print size in pixels
 * @returns {Promise<string[]>} the picture's file for every moment
 */
export async function shoot(folder, moments, open, print) {
  await mkdir(folder, { recursive: true });
  const byName = new Map(moments.map((moment) => [nameOf(moment), moment]));
  let camera;
  for (const [name, moment] of byName) {
    const path = join(folder, name);
    if (await exists(path)) continue;
    camera ??= await open();
    await develop(path, camera(moment), print);
  }
  return moments.map((moment) => join(folder, nameOf(moment)));
}
