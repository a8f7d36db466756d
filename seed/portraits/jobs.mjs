/**
 * The list of jobs. Only `render` loads the renderer, so a check, which needs just the
 * inputs and the file names of the jobs, runs without the raster library.
 *
 * One job renders the pictures of one persona, scene or category. `budgets` has the
 * maximum size of each file in bytes, by file name. `render` resolves to the contents
 * of the files, by file name.
 * @typedef {{name: string, input: unknown, budgets: Record<string, number>,
 *   render: () => Promise<Record<string, Buffer>>}} Job
 */
import { fileURLToPath } from 'node:url';
import { CUT_BUDGETS } from './engine/cuts.mjs';
import { drawingsOf } from './engine/drawings.mjs';
import { sourcesVersion } from './manifest.mjs';
import { SCENES } from './scenes.mjs';

const fileNameOf = (slug, cut) => `${slug}-${cut}.webp`;

const keyByFileName = (slug, byCut) =>
  Object.fromEntries(Object.entries(byCut).map(([cut, value]) => [fileNameOf(slug, cut), value]));

/**
 * Version of the sources in stage/. It belongs to the input of the pictures that use
 * stage/, not to the engine's version. So a change renders only these pictures again.
 */
const stageSources = await sourcesVersion(fileURLToPath(new URL('./stage', import.meta.url)));

/**
 * The job that renders the three pictures of a persona.
 * @param {import('./catalogue.mjs').Sitter} sitter
 * @returns {Job}
 * @throws {RangeError} when the row is not valid
 */
export function portraitJob({ slug, row, press }) {
  return {
    name: slug,
    input: { slug, row, press, drawings: drawingsOf(row) },
    budgets: keyByFileName(slug, CUT_BUDGETS),
    render: async () => {
      const { engravePortrait } = await import('./engine/portrait.mjs');
      return keyByFileName(slug, await engravePortrait(slug, row, press));
    },
  };
}

/** Maximum size of a swatch in bytes. */
const SWATCH_BUDGET = 6_000;

/**
 * The job that renders the ground of a category without a head.
 * @param {import('./catalogue.mjs').CategoryPress} category
 * @returns {Job}
 */
export function swatchJob({ id, press }) {
  const name = `ground-${id}`;
  const file = `${name}.webp`;
  return {
    name,
    input: { press, stageSources },
    budgets: { [file]: SWATCH_BUDGET },
    render: async () => {
      const { printSwatch } = await import('./stage/swatch.mjs');
      return { [file]: await printSwatch(press, SWATCH_BUDGET) };
    },
  };
}

function findSitter(slug, scene, catalogue) {
  const sitter = catalogue.find((known) => known.slug === slug);
  if (!sitter) throw new RangeError(`the scene ${scene} needs the persona ${slug}`);
  return sitter;
}

/**
 * The heads of a scene with their positions and rows.
 * @param {import('./scenes.mjs').Scene} scene
 * @param {import('./catalogue.mjs').Sitter[]} catalogue
 * @returns {import('./engine/scene.mjs').Actor[]}
 * @throws {RangeError} when the catalogue lacks a persona of the scene
 */
export function listActors({ name, cast }, catalogue) {
  return cast.map(({ slug, ...place }) => ({ id: slug, row: findSitter(slug, name, catalogue).row, ...place }));
}

/**
 * The sheet of a scene and the placement of its ground. With `inkOf`, colours and
 * ground come from that persona's category; without it the sheet has its own colours.
 */
function categorySheet({ name, inkOf, ground, sheet }, catalogue) {
  if (!inkOf) return { sheet };
  const { press } = findSitter(inkOf, name, catalogue);
  const { ink, tint } = press;
  return { sheet: { ink, tint, ...sheet }, laid: { name: press.ground, ...ground }, stageSources };
}

/**
 * The drawings in shapes/ that the heads of a scene use.
 * @param {import('./engine/scene.mjs').Actor[]} actors
 */
export const castDrawings = (actors) => actors.map(({ row }) => drawingsOf(row));

/**
 * The job that renders a scene.
 * @param {import('./scenes.mjs').Scene} scene
 * @param {import('./catalogue.mjs').Sitter[]} catalogue
 * @returns {Job}
 * @throws {RangeError} when the catalogue lacks a persona of the scene
 */
export function sceneJob(scene, catalogue) {
  const actors = listActors(scene, catalogue);
  const input = { actors, drawings: castDrawings(actors), ...categorySheet(scene, catalogue) };
  const { sheet, laid } = input;
  const file = `${scene.name}.webp`;
  return {
    name: scene.name,
    input,
    budgets: { [file]: sheet.budget },
    render: async () => {
      const { engraveScene } = await import('./engine/scene.mjs');
      const { placedGround } = await import('./stage/placed.mjs');
      const ground = laid && placedGround(laid);
      return { [file]: await engraveScene(actors, { ...sheet, ground }) };
    },
  };
}

/**
 * All jobs of a catalogue.
 * @param {import('./catalogue.mjs').Sitter[]} catalogue
 * @param {import('./catalogue.mjs').CategoryPress[]} categories
 * @returns {Job[]}
 */
export function jobsFor(catalogue, categories) {
  const scenes = SCENES.map((scene) => sceneJob(scene, catalogue));
  return [...catalogue.map(portraitJob), ...scenes, ...categories.map(swatchJob)];
}
