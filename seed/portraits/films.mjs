/** The films of the home banner, in which the heads rise and sink. */
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { actorsOf } from './jobs.mjs';
import { sourcesVersion } from './manifest.mjs';
import { SCENES } from './scenes.mjs';

/** The scenes that are filmed, and the width of a frame in pixels. */
export const FILMS = { hero: 1280, 'hero-m': 620 };

/** Maximum size of a video in bytes. */
const BUDGET = 1_200_000;

const ENDINGS = ['webm', 'mp4'];

/** Version of the sources in film/, which is not part of the engine's version. */
const filmSources = await sourcesVersion(fileURLToPath(new URL('./film', import.meta.url)));

/** Rounds a side to an even number, which the encoders need. */
const even = (length) => 2 * Math.round(length / 2);

/** Names the folder of frames by their input, so that different inputs never share frames. */
const hashOf = (input) => createHash('sha256').update(JSON.stringify(input)).digest('hex').slice(0, 12);

async function makeFilm(actors, sheet, size, folder) {
  const { openCamera } = await import('./film/camera.mjs');
  const { cut } = await import('./film/encoder.mjs');
  const { shoot } = await import('./film/frames.mjs');
  const { RATE, score } = await import('./film/moments.mjs');
  const { ink, tint } = sheet;
  const frames = await shoot(folder, score(), () => openCamera(actors, sheet, size), { ...size, ink, tint });
  const films = [];
  for (const ending of ENDINGS) films.push([ending, await cut(folder, frames, { rate: RATE, ending, budget: BUDGET })]);
  await rm(folder, { recursive: true });
  return films;
}

/**
 * The job that renders a scene as a video, in both formats.
 * @param {string} name of one of FILMS
 * @param {import('./catalogue.mjs').Sitter[]} catalogue
 * @param {string} cache the folder where frames lie until the film is made
 * @returns {import('./jobs.mjs').Job}
 * @throws {RangeError} when the catalogue lacks one of the cast
 */
export function filmJob(name, catalogue, cache) {
  const scene = SCENES.find((known) => known.name === name);
  const actors = actorsOf(scene, catalogue);
  const { sheet } = scene;
  const size = { width: FILMS[name], height: even((FILMS[name] * sheet.height) / sheet.width) };
  const input = { actors, sheet, size, filmSources };
  const folder = join(cache, `${name}-${hashOf(input)}`);
  return {
    name,
    input,
    budgets: Object.fromEntries(ENDINGS.map((ending) => [`${name}.${ending}`, BUDGET])),
    render: async () => {
      const films = await makeFilm(actors, sheet, size, folder);
      return Object.fromEntries(films.map(([ending, film]) => [`${name}.${ending}`, film]));
    },
  };
}
