/** The films: the home banner's scenes, rising and sinking. */
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { actorsOf } from './jobs.mjs';
import { sourcesVersion } from './manifest.mjs';
import { SCENES } from './scenes.mjs';

/** The scenes that are filmed, and the width of a frame in pixels. */
export const FILMS = { hero: 1280, 'hero-m': 620 };

/** The size in bytes that each film stays under. */
const BUDGET = 1_200_000;

const ENDINGS = ['webm', 'mp4'];

/** What films is no part of the engine, and decides the bytes. */
const studio = await sourcesVersion(fileURLToPath(new URL('./film', import.meta.url)));

/** Both sides of a frame are even: films know no other. */
const even = (length) => 2 * Math.round(length / 2);

/** A name for frames of this input alone, so that none of another is taken for one. */
const hashOf = (input) => createHash('sha256').update(JSON.stringify(input)).digest('hex').slice(0, 12);

async function makeFilm(actors, sheet, size, folder) {
  const { openCamera } = await import('./film/camera.mjs');
  const { cut } = await import('./film/cutter.mjs');
  const { shoot } = await import('./film/reel.mjs');
  const { RATE, score } = await import('./film/score.mjs');
  const { ink, tint } = sheet;
  const frames = await shoot(folder, score(), () => openCamera(actors, sheet, size), { ...size, ink, tint });
  const films = [];
  for (const ending of ENDINGS) films.push([ending, await cut(folder, frames, { rate: RATE, ending, budget: BUDGET })]);
  await rm(folder, { recursive: true });
  return films;
}

/**
 * A scene as a film, in both packings.
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
  const input = { actors, sheet, size, studio };
  const folder = join(cache, `${name}-${hashOf(input)}`);
  return {
    name,
    input,
    budgets: Object.fromEntries(ENDINGS.map((ending) => [`${name}.${ending}`, BUDGET])),
    strike: async () => {
      const films = await makeFilm(actors, sheet, size, folder);
      return Object.fromEntries(films.map(([ending, film]) => [`${name}.${ending}`, film]));
    },
  };
}
