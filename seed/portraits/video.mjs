/**
 * Makes the films of the home banner; needs ffmpeg. Broken off, it goes on with
 * the frames that are drawn already.
 *
 *   node video.mjs               film what is missing or stale
 *   node video.mjs --only hero   one film alone
 *   node video.mjs --check       film nothing, need nothing; fail as render.mjs does
 */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCatalogue } from './catalogue.mjs';
import { attend } from './desk.mjs';
import { filmJob, FILMS } from './films.mjs';
import { engineVersion } from './manifest.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));

await attend(async () => {
  const catalogue = await readCatalogue(join(HERE, '..', 'personas'));
  const version = await engineVersion(HERE);
  const cache = join(HERE, '.frames', version.slice(0, 8));
  const room = { images: join(HERE, 'video'), manifest: join(HERE, 'video.json'), version };
  return { jobs: Object.keys(FILMS).map((name) => filmJob(name, catalogue, cache)), room };
});
