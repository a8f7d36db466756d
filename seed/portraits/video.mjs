/**
 * Makes the films of the home banner; needs ffmpeg. An interrupted run
 * continues with the frames already drawn.
 *
 *   node video.mjs               film what is missing or stale
 *   node video.mjs --only hero   one film alone
 *   node video.mjs --check       film nothing, without ffmpeg; fail when a film is
 *                                missing, stale, over its budget or left over
 */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCatalogue } from './catalogue.mjs';
import { runCommand } from './command-line.mjs';
import { filmJob, FILMS } from './films.mjs';
import { engineVersion } from './manifest.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));

await runCommand(async () => {
  const catalogue = await readCatalogue(join(HERE, '..', 'personas'));
  const version = await engineVersion(HERE);
  const cache = join(HERE, '.frames', version.slice(0, 8));
  const output = { images: join(HERE, 'video'), manifest: join(HERE, 'video.json'), version };
  return { jobs: Object.keys(FILMS).map((name) => filmJob(name, catalogue, cache)), output };
});
