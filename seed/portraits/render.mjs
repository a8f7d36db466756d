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
import { parseArgs } from 'node:util';
import { readCatalogue, readPlots } from './catalogue.mjs';
import { jobsFor } from './jobs.mjs';
import { engineVersion } from './manifest.mjs';
import { inspect, prune, update } from './press-room.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));

async function openRoom() {
  return {
    images: join(HERE, 'img'),
    manifest: join(HERE, 'manifest.json'),
    version: await engineVersion(HERE),
  };
}

async function check(jobs, room) {
  const faults = await inspect(jobs, room);
  for (const fault of faults) console.error(fault);
  console.log(`${jobs.length} engravings checked, ${faults.length} faults`);
  return faults.length === 0 ? 0 : 1;
}

async function render(jobs, room, only) {
  const chosen = only ? jobs.filter(({ name }) => name === only) : jobs;
  if (chosen.length === 0) throw new RangeError(`nothing is called ${JSON.stringify(only)}`);
  const struck = await update(chosen, room, console.log);
  if (!only) await prune(jobs, room);
  console.log(`${struck} of ${chosen.length} engraved, the rest was up to date`);
  return 0;
}

async function main() {
  const { values } = parseArgs({ options: { only: { type: 'string' }, check: { type: 'boolean', default: false } } });
  const plots = await readPlots(join(HERE, '..', 'categories.json'));
  const jobs = jobsFor(await readCatalogue(join(HERE, '..', 'personas')), plots);
  const room = await openRoom();
  return values.check ? check(jobs, room) : render(jobs, room, values.only);
}

process.exitCode = await main().catch((error) => {
  console.error(error.message);
  return 1;
});
