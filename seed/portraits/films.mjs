/** The films of the home banner, in which the heads rise and sink. */
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { castDrawings, listActors } from './jobs.mjs';
import { sourcesVersion } from './manifest.mjs';
import { SCENES } from './scenes.mjs';

/** The names of the filmed scenes, each with the width of a frame in pixels. */
export const FILMS = { hero: 1280, 'hero-m': 620 };

/** Maximum size of a video in bytes. */
const FILM_BUDGET = 1_200_000;

const EXTENSIONS = ['webm', 'mp4'];

/** Version of the sources in film/. It is part of a film's input, because the engine's version does not cover them. */
const filmSources = await sourcesVersion(fileURLToPath(new URL('./film', import.meta.url)));

/** Rounds a side to an even number, which the encoders need. */
const roundToEven = (length) => 2 * Math.round(length / 2);

/** A short hash of a film's input. It names the folder of the frames, so that different inputs never share frames. */
const shortHash = (input) => createHash('sha256').update(JSON.stringify(input)).digest('hex').slice(0, 12);

async function makeFilm(actors, sheet, size, folder) {
  const { newFrameRenderer } = await import('./film/camera.mjs');
  const { encodeWithinBudget } = await import('./film/encoder.mjs');
  const { renderFrames } = await import('./film/frames.mjs');
  const { FRAME_RATE, listMoments } = await import('./film/moments.mjs');
  const { ink, tint } = sheet;
  const open = () => newFrameRenderer(actors, sheet, size);
  const frames = await renderFrames(folder, listMoments(), open, { ...size, ink, tint });
  const films = [];
  for (const ending of EXTENSIONS) {
    const film = { rate: FRAME_RATE, ending, budget: FILM_BUDGET };
    films.push([ending, await encodeWithinBudget(folder, frames, film)]);
  }
  await rm(folder, { recursive: true });
  return films;
}

/**
 * The job that renders a scene as a video, in both formats.
 * @param {string} name of one of FILMS
 * @param {import('./catalogue.mjs').Sitter[]} catalogue
 * @param {string} cache the folder that holds the frames until the film is made
 * @returns {import('./jobs.mjs').Job}
 * @throws {RangeError} when the catalogue lacks a persona of the scene
 */
export function filmJob(name, catalogue, cache) {
  const scene = SCENES.find((known) => known.name === name);
  const actors = listActors(scene, catalogue);
  const { sheet } = scene;
  const size = { width: FILMS[name], height: roundToEven((FILMS[name] * sheet.height) / sheet.width) };
  const input = { actors, drawings: castDrawings(actors), sheet, size, filmSources };
  const folder = join(cache, `${name}-${shortHash(input)}`);
  return {
    name,
    input,
    budgets: Object.fromEntries(EXTENSIONS.map((ending) => [`${name}.${ending}`, FILM_BUDGET])),
    render: async () => {
      const films = await makeFilm(actors, sheet, size, folder);
      return Object.fromEntries(films.map(([ending, film]) => [`${name}.${ending}`, film]));
    },
  };
}
