/**
 * The list of jobs. A job knows its input and its files without loading the
 * engine, so that a check needs no raster library.
 *
 * @typedef {{name: string, input: unknown, budgets: Record<string, number>,
 *   render: () => Promise<Record<string, Buffer>>}} Job
 *   `budgets` and the result of `render` are by file name
 */
import { fileURLToPath } from 'node:url';
import { BUDGETS } from './engine/cuts.mjs';
import { sourcesVersion } from './manifest.mjs';
import { SCENES } from './scenes.mjs';

const fileOf = (slug, cut) => `${slug}-${cut}.webp`;

const byFile = (slug, byCut) =>
  Object.fromEntries(Object.entries(byCut).map(([cut, value]) => [fileOf(slug, cut), value]));

/**
 * Version of the sources in stage/. It is part of the keys of the pictures that use
 * stage/, not of the engine's version, so that a change renders only those again.
 */
const stageSources = await sourcesVersion(fileURLToPath(new URL('./stage', import.meta.url)));

/**
 * The job that renders the three pictures of a persona.
 * @param {import('./catalogue.mjs').Sitter} sitter
 * @returns {Job}
 */
export function portraitJob({ slug, row, press }) {
  return {
    name: slug,
    input: { slug, row, press },
    budgets: byFile(slug, BUDGETS),
    render: async () => {
      const { engrave } = await import('./engine/portrait.mjs');
      return byFile(slug, await engrave(slug, row, press));
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

function sitterOf(slug, scene, catalogue) {
  const sitter = catalogue.find((known) => known.slug === slug);
  if (!sitter) throw new RangeError(`the scene ${scene} needs the persona ${slug}`);
  return sitter;
}

/**
 * The heads of a scene with their positions and rows.
 * @param {import('./scenes.mjs').Scene} scene
 * @param {import('./catalogue.mjs').Sitter[]} catalogue
 * @returns {import('./engine/scene.mjs').Actor[]}
 * @throws {RangeError} when the catalogue lacks one of the cast
 */
export function actorsOf({ name, cast }, catalogue) {
  return cast.map(({ slug, ...place }) => ({ id: slug, row: sitterOf(slug, name, catalogue).row, ...place }));
}

/** The part of a scene job's input that depends on a category: the sheet with its colours, and the placed ground (`laid`). */
function categorySheet({ name, inkOf, ground, sheet }, catalogue) {
  if (!inkOf) return { sheet };
  const { press } = sitterOf(inkOf, name, catalogue);
  const { ink, tint } = press;
  return { sheet: { ink, tint, ...sheet }, laid: { name: press.ground, ...ground }, stageSources };
}

/**
 * The job that renders a scene.
 * @param {import('./scenes.mjs').Scene} scene
 * @param {import('./catalogue.mjs').Sitter[]} catalogue
 * @returns {Job}
 * @throws {RangeError} when the catalogue lacks one of the cast
 */
export function sceneJob(scene, catalogue) {
  const actors = actorsOf(scene, catalogue);
  const input = { actors, ...categorySheet(scene, catalogue) };
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
