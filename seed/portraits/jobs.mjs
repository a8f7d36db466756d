/**
 * What is to be engraved. A job knows its input and its files without loading
 * the engine, so that a check needs no raster library.
 *
 * @typedef {{name: string, input: unknown, budgets: Record<string, number>,
 *   strike: () => Promise<Record<string, Buffer>>}} Job
 *   `budgets` and the result of `strike` are by file name
 */
import { BUDGETS } from './engine/cuts.mjs';

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

/** Whose head stands in the sign-in window. */
const HOST = 'ada-lovelace';

/** The sign-in sheet: lamp-lit lines on night. */
const SIGN_IN = {
  width: 340,
  height: 560,
  pixels: 680,
  pitch: 3.8,
  ink: '#10151C',
  tint: '#EFE6D2',
  budget: 60_000,
};

const SIGN_IN_PLACE = { x: -36, y: 15, scale: 1.09 };

/**
 * The upright engraving beside the sign-in form.
 * @param {import('./catalogue.mjs').Sitter[]} catalogue
 * @returns {Job}
 * @throws {RangeError} when the catalogue lacks the host
 */
export function signInJob(catalogue) {
  const host = catalogue.find(({ slug }) => slug === HOST);
  if (!host) throw new RangeError(`the sign-in engraving needs the persona ${HOST}`);
  const actor = { id: host.slug, row: host.row, ...SIGN_IN_PLACE };
  return {
    name: 'signin',
    input: { actor, sheet: SIGN_IN },
    budgets: { 'signin.webp': SIGN_IN.budget },
    strike: async () => {
      const { engraveScene } = await import('./engine/scene.mjs');
      return { 'signin.webp': await engraveScene([actor], SIGN_IN) };
    },
  };
}

/**
 * All jobs of a catalogue.
 * @param {import('./catalogue.mjs').Sitter[]} catalogue
 * @returns {Job[]}
 */
export function jobsFor(catalogue) {
  return [...catalogue.map(portraitJob), signInJob(catalogue)];
}
