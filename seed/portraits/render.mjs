/**
 * Engraves the portraits of all personas, the scenes and the grounds.
 *
 *   node render.mjs               engrave what is missing or stale
 *   node render.mjs --only SLUG   one persona, scene or ground alone
 *   node render.mjs --check       engrave nothing; fail when anything is missing,
 *                                 stale, over its budget or left over
 */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCatalogue, readCategories } from './catalogue.mjs';
import { runCommand } from './command-line.mjs';
import { jobsFor } from './jobs.mjs';
import { engineVersion } from './manifest.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));

await runCommand(async () => {
  const catalogue = await readCatalogue(join(HERE, '..', 'personas'));
  const categories = await readCategories(join(HERE, '..', 'categories.json'));
  const version = await engineVersion(HERE);
  const output = { images: join(HERE, 'img'), manifest: join(HERE, 'manifest.json'), version };
  return { jobs: jobsFor(catalogue, categories), output };
});
