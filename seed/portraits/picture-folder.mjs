/** Renders the pictures of a folder, or lists what is wrong with them. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFaults, findOrphans, newEntry, readManifest, writeManifest } from './manifest.mjs';

/**
 * The path of the pictures' folder, the path of their manifest, and the version
 * of the engine.
 * @typedef {{images: string, manifest: string, version: string}} Output
 */

/**
 * Lists everything wrong with the pictures. It renders nothing.
 * @param {import('./jobs.mjs').Job[]} jobs @param {Output} output
 * @returns {Promise<string[]>}
 */
export async function listFaults(jobs, { images, manifest, version }) {
  await mkdir(images, { recursive: true });
  const known = await readManifest(manifest);
  const faults = [];
  for (const job of jobs) faults.push(...(await findFaults(job, version, known, images)));
  const strays = await findOrphans(jobs, images);
  return [...faults, ...strays.map((name) => `${name} belongs to no job`)];
}

/** Renders one job and writes its files and its entry in the manifest. Returns a line for each file. */
async function renderJob(job, known, { images, manifest, version }) {
  const files = await job.render().catch((cause) => {
    throw new Error(`${job.name}: ${cause.message}`, { cause });
  });
  for (const [name, data] of Object.entries(files)) await writeFile(join(images, name), data);
  known[job.name] = newEntry(job, version, files);
  await writeManifest(manifest, known);
  return Object.entries(files).map(([name, data]) => `${name} ${data.length}`);
}

/**
 * Renders missing and stale pictures and says the name and size in bytes of each file.
 * @param {import('./jobs.mjs').Job[]} jobs @param {Output} output @param {(line: string) => void} say
 * @returns {Promise<number>} the number of jobs rendered
 */
export async function renderStale(jobs, output, say) {
  await mkdir(output.images, { recursive: true });
  const known = await readManifest(output.manifest);
  let renderedCount = 0;
  for (const job of jobs) {
    if ((await findFaults(job, output.version, known, output.images)).length === 0) continue;
    for (const line of await renderJob(job, known, output)) say(line);
    renderedCount++;
  }
  return renderedCount;
}

/**
 * Removes pictures and entries of the manifest that belong to no job.
 * @param {import('./jobs.mjs').Job[]} jobs @param {Output} output
 */
export async function removeOrphans(jobs, { images, manifest }) {
  for (const name of await findOrphans(jobs, images)) await rm(join(images, name));
  const known = await readManifest(manifest);
  const names = new Set(jobs.map((job) => job.name));
  const kept = Object.entries(known).filter(([name]) => names.has(name));
  await writeManifest(manifest, Object.fromEntries(kept));
}
