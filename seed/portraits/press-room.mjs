/** Bringing a folder of pictures up to date, or saying what is wrong with it. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { entryFor, faultsOf, orphans, readManifest, writeManifest } from './manifest.mjs';

/**
 * Where pictures and their manifest lie, and the engine's version.
 * @typedef {{images: string, manifest: string, version: string}} Room
 */

/**
 * Everything wrong with the pictures; nothing is engraved.
 * @param {import('./jobs.mjs').Job[]} jobs @param {Room} room
 * @returns {Promise<string[]>}
 */
export async function inspect(jobs, { images, manifest, version }) {
  await mkdir(images, { recursive: true });
  const known = await readManifest(manifest);
  const faults = [];
  for (const job of jobs) faults.push(...(await faultsOf(job, version, known, images)));
  const strays = await orphans(jobs, images);
  return [...faults, ...strays.map((name) => `${name} belongs to no job`)];
}

/** Engraves one job, writes its files and its line of the manifest. */
async function strikeJob(job, known, { images, manifest, version }) {
  const files = await job.strike().catch((cause) => {
    throw new Error(`${job.name}: ${cause.message}`, { cause });
  });
  for (const [name, data] of Object.entries(files)) await writeFile(join(images, name), data);
  known[job.name] = entryFor(job, version, files);
  await writeManifest(manifest, known);
  return Object.entries(files).map(([name, data]) => `${name} ${data.length}`);
}

/**
 * Engraves what is missing or stale and says each file and its size in bytes.
 * @param {import('./jobs.mjs').Job[]} jobs @param {Room} room @param {(line: string) => void} say
 * @returns {Promise<number>} how many jobs were engraved
 */
export async function update(jobs, room, say) {
  await mkdir(room.images, { recursive: true });
  const known = await readManifest(room.manifest);
  let struck = 0;
  for (const job of jobs) {
    if ((await faultsOf(job, room.version, known, room.images)).length === 0) continue;
    for (const line of await strikeJob(job, known, room)) say(line);
    struck++;
  }
  return struck;
}

/**
 * Removes pictures and manifest lines that no job makes any more.
 * @param {import('./jobs.mjs').Job[]} jobs @param {Room} room
 */
export async function prune(jobs, { images, manifest }) {
  for (const name of await orphans(jobs, images)) await rm(join(images, name));
  const known = await readManifest(manifest);
  const names = new Set(jobs.map((job) => job.name));
  const kept = Object.entries(known).filter(([name]) => names.has(name));
  await writeManifest(manifest, Object.fromEntries(kept));
}
