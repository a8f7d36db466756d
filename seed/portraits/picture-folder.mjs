/** Renders the pictures of a folder, or lists what is wrong with them. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { entryFor, faultsOf, orphans, readManifest, writeManifest } from './manifest.mjs';

/**
 * The folder of the pictures, the file of their manifest, and the version of
 * the engine.
 * @typedef {{images: string, manifest: string, version: string}} Output
 */

/**
 * Lists everything wrong with the pictures. It renders nothing.
 * @param {import('./jobs.mjs').Job[]} jobs @param {Output} output
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

/** Renders one job, writes its files and its entry of the manifest. */
async function renderJob(job, known, { images, manifest, version }) {
  const files = await job.render().catch((cause) => {
    throw new Error(`${job.name}: ${cause.message}`, { cause });
  });
  for (const [name, data] of Object.entries(files)) await writeFile(join(images, name), data);
  known[job.name] = entryFor(job, version, files);
  await writeManifest(manifest, known);
  return Object.entries(files).map(([name, data]) => `${name} ${data.length}`);
}

/**
 * Renders missing and stale pictures and reports each file with its size in
 * bytes.
 * @param {import('./jobs.mjs').Job[]} jobs @param {Output} output @param {(line: string) => void} say
 * @returns {Promise<number>} the number of jobs rendered
 */
export async function update(jobs, output, say) {
  await mkdir(output.images, { recursive: true });
  const known = await readManifest(output.manifest);
  let struck = 0;
  for (const job of jobs) {
    if ((await faultsOf(job, output.version, known, output.images)).length === 0) continue;
    for (const line of await renderJob(job, known, output)) say(line);
    struck++;
  }
  return struck;
}

/**
 * Removes pictures and entries of the manifest that belong to no job.
 * @param {import('./jobs.mjs').Job[]} jobs @param {Output} output
 */
export async function prune(jobs, { images, manifest }) {
  for (const name of await orphans(jobs, images)) await rm(join(images, name));
  const known = await readManifest(manifest);
  const names = new Set(jobs.map((job) => job.name));
  const kept = Object.entries(known).filter(([name]) => names.has(name));
  await writeManifest(manifest, Object.fromEntries(kept));
}
