/**
 * What is to be engraved. A job knows its input and its files without loading
 * the engine, so that a check needs no raster library.
 *
 * @typedef {{name: string, input: unknown, budgets: Record<string, number>,
 *   strike: () => Promise<Record<string, Buffer>>}} Job
 *   `budgets` and the result of `strike` are by file name
 */
import { BUDGETS } from './engine/cuts.mjs';
import { SCENES } from './scenes.mjs';

const fileOf = (slug, cut) => `${slug}-${cut}.webp`;

const byFile = (slug, byCut) =>
  Object.fromEntries(Object.entries(byCut).map(([cut, value]) => [fileOf(slug, cut), value]));

/**
 * The three cuts of a persona.
 * @param {import('./catalogue.mjs').Sitter} sitter
 * @returns {Job}
 */
export function portraitJob({ slug, row, press }) {
  return {
    name: slug,
    input: { slug, row, press },
    budgets: byFile(slug, BUDGETS),
    strike: async () => {
      const { engrave } = await import('./engine/portrait.mjs');
      return byFile(slug, await engrave(slug, row, press));
    },
  };
}

/**
 * A scene with its cast from the catalogue.
 * @param {import('./scenes.mjs').Scene} scene
 * @param {import('./catalogue.mjs').Sitter[]} catalogue
 * @returns {Job}
 * @throws {RangeError} when the catalogue lacks one of the cast
 */
export function sceneJob({ name, cast, sheet }, catalogue) {
  const actors = cast.map(({ slug, ...place }) => {
    const sitter = catalogue.find((known) => known.slug === slug);
    if (!sitter) throw new RangeError(`the scene ${name} needs the persona ${slug}`);
    return { id: slug, row: sitter.row, ...place };
  });
  const file = `${name}.webp`;
  return {
    name,
    input: { actors, sheet },
    budgets: { [file]: sheet.budget },
    strike: async () => {
      const { engraveScene } = await import('./engine/scene.mjs');
      return { [file]: await engraveScene(actors, sheet) };
    },
  };
}

/**
 * All jobs of a catalogue.
 * @param {import('./catalogue.mjs').Sitter[]} catalogue
 * @returns {Job[]}
 */
export function jobsFor(catalogue) {
  return [...catalogue.map(portraitJob), ...SCENES.map((scene) => sceneJob(scene, catalogue))];
}
