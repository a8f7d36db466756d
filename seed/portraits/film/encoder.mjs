/** Encodes frames as films with ffmpeg. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);

/** Options of every film: the colour space that browsers expect, no sound, and no metadata of the machine. */
const COMMON_OPTIONS = ['-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p'].concat(
  ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
  ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-an'],
);

/**
 * Encoder options by file extension. `qualities` are tried in turn until a film
 * stays under its budget. A higher number (CRF) is a lower quality and a smaller file.
 * @type {Record<string, {options: string[], qualities: number[]}>}
 */
const ENCODERS = {
  webm: {
    options: ['-c:v', 'libvpx-vp9', '-b:v', '0', '-deadline', 'good', '-cpu-used', '2', '-row-mt', '1', '-g', '240'],
    qualities: [30, 34, 38, 42, 46, 50, 54],
  },
  mp4: {
    options: ['-c:v', 'libx264', '-preset', 'slower', '-profile:v', 'high', '-g', '240', '-movflags', '+faststart'],
    qualities: [22, 25, 28, 31, 34, 37, 40],
  },
};

/** Writes ffmpeg's list of frames and returns its path. */
async function writeFrameList(folder, frames, rate) {
  const list = join(folder, 'frames.txt');
  const lines = frames.map((frame) => `file '${frame}'\nduration ${1 / rate}\n`);
  await writeFile(list, lines.join(''));
  return list;
}

async function encodeAtQuality(list, rate, file, { options, quality }) {
  const input = ['-y', '-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', list];
  const args = [...input, '-r', `${rate}`, ...COMMON_OPTIONS, ...options, '-crf', `${quality}`, file];
  await execFileAsync('ffmpeg', args).catch((cause) => {
    if (cause.code === 'ENOENT') throw new Error('ffmpeg is needed for films: apt-get install ffmpeg', { cause });
    throw cause;
  });
  return readFile(file);
}

/**
 * Encodes frames as a film under its budget.
 * @param {string} folder for temporary files
 * @param {string[]} frames picture files, each shown for one frame
 * @param {{rate: number, ending: string, budget: number}} film `rate` in frames a second,
 *   `ending` is `webm` or `mp4`, `budget` in bytes
 * @returns {Promise<Buffer>}
 * @throws {RangeError} when the film of the lowest quality is still over the budget
 */
export async function encodeWithinBudget(folder, frames, { rate, ending, budget }) {
  const { options, qualities } = ENCODERS[ending];
  const list = await writeFrameList(folder, frames, rate);
  for (const quality of qualities) {
    const film = await encodeAtQuality(list, rate, join(folder, `film.${ending}`), { options, quality });
    if (film.length < budget) return film;
  }
  throw new RangeError(`no ${ending} of ${frames.length} frames stays under ${budget} bytes`);
}
