/** Reads the personas and categories from which the pictures are rendered. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CATEGORIES } from './categories.mjs';

/**
 * A persona to be portrayed: `row` has its traits, `press` the look of its category.
 * @typedef {{slug: string, row: Record<string, unknown>, press: import('./categories.mjs').Category}} Sitter
 *
 * A category's id and its look.
 * @typedef {{id: string, press: import('./categories.mjs').Category}} CategoryPress
 */

/** @returns {Sitter} */
function readSitter(text, file) {
  const { slug, category, portrait } = JSON.parse(text);
  const press = CATEGORIES[category];
  if (file !== `${slug}.json`) throw new RangeError(`${file}: the slug ${JSON.stringify(slug)} is not the file's name`);
  if (!press) throw new RangeError(`${file}: there is no category ${JSON.stringify(category)}`);
  if (portrait === null || typeof portrait !== 'object') throw new RangeError(`${file}: no portrait row`);
  return { slug, row: portrait, press };
}

/**
 * Reads every persona file of a folder, sorted by slug.
 * @param {string} folder
 * @returns {Promise<Sitter[]>}
 * @throws {RangeError} when a slug is not the file's name, a category is unknown or a persona has no `portrait`
 */
export async function readCatalogue(folder) {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(files.map(async (name) => readSitter(await readFile(join(folder, name), 'utf8'), name)));
}

/**
 * Reads the categories with the look (`press`) of each.
 * @param {string} file
 * @returns {Promise<CategoryPress[]>} in the order of the file
 * @throws {RangeError} when a category is not in the table of inks
 */
export async function readCategories(file) {
  return JSON.parse(await readFile(file, 'utf8')).map(({ id, name }) => {
    if (!Object.hasOwn(CATEGORIES, name)) throw new RangeError(`there is no category ${JSON.stringify(name)}`);
    return { id, press: CATEGORIES[name] };
  });
}
