/**
 * The manifest holds a key for each job and a hash of each file. A comparison with the manifest
 * finds stale pictures. The comparison renders no picture.
 *
 * The entry of one job: the hash of its input and engine version, and the SHA-256 of each file by
 * file name.
 * @typedef {{key: string, files: Record<string, string>}} Entry
 *
 * The entries by the names of their jobs.
 * @typedef {Record<string, Entry>} Manifest
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const sha256 = (data) => createHash('sha256').update(data).digest('hex');

async function listSources(folder) {
  const names = await readdir(folder, { recursive: true });
  const sources = names.filter((name) => name.endsWith('.mjs') && !name.endsWith('.test.mjs'));
  return sources.map((name) => name.replaceAll('\\', '/')).sort();
}

/** Lines of JavaScript that are only a comment. */
const commentLines = /^[ \t]*(?:\/\*[\s\S]*?\*\/[ \t]*|\/\/.*)\n/gm;

/** Hashes sources without their comment lines, so that a change of wording makes no picture stale. */
async function hashSources(hash, folder, names) {
  for (const name of names) {
    const source = await readFile(join(folder, name), 'utf8');
    hash.update(name).update(source.replaceAll(commentLines, ''));
  }
  return hash.digest('hex');
}

/**
 * The version of the engine: a hash of its sources and of the pinned libraries. The
 * drawings of `shapes` are not part of it; they belong to the inputs of the jobs.
 * @param {string} folder the folder that holds `engine` and `package.json`
 * @returns {Promise<string>}
 */
export async function engineVersion(folder) {
  const { devDependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const hash = createHash('sha256').update(JSON.stringify(devDependencies));
  const engine = join(folder, 'engine');
  const names = await listSources(engine);
  return hashSources(hash, engine, names.filter((name) => !name.startsWith('shapes/')));
}

/**
 * The version of a folder: a hash of the sources in the folder. If pictures depend on a folder
 * outside the engine, the input of their job contains the version of this folder.
 * @param {string} folder
 * @returns {Promise<string>}
 */
export async function sourcesVersion(folder) {
  return hashSources(createHash('sha256'), folder, await listSources(folder));
}

/** The key of a job: a hash of the engine version and the job's input. */
const jobKey = (job, version) => sha256(JSON.stringify([version, job.input]));

/**
 * The manifest's entry for the files that a job has rendered.
 * @param {import('./jobs.mjs').Job} job @param {string} version @param {Record<string, Buffer>} files
 * @returns {Entry}
 */
export function newEntry(job, version, files) {
  const hashes = Object.entries(files).map(([name, data]) => [name, sha256(data)]);
  return { key: jobKey(job, version), files: Object.fromEntries(hashes) };
}

async function findFileFault(path, budget, expected) {
  const found = await stat(path).catch(() => null);
  if (!found) return 'is missing';
  if (found.size >= budget) return `weighs ${found.size} bytes, the budget is ${budget}`;
  return sha256(await readFile(path)) === expected ? '' : 'is not what the manifest says';
}

/**
 * Lists what is wrong with a job's files, one sentence for each fault.
 * @param {import('./jobs.mjs').Job} job @param {string} version @param {Manifest} manifest
 * @param {string} folder where the pictures are
 * @returns {Promise<string[]>}
 */
export async function findFaults(job, version, manifest, folder) {
  const entry = manifest[job.name];
  if (entry?.key !== jobKey(job, version)) return [`${job.name} is stale: its row, category or the engine has changed`];
  const faults = [];
  for (const [name, budget] of Object.entries(job.budgets)) {
    const fault = await findFileFault(join(folder, name), budget, entry.files[name]);
    if (fault) faults.push(`${name} ${fault}`);
  }
  return faults;
}

/**
 * The file names of pictures and films that are in `folder`, but that no job makes.
 * @param {import('./jobs.mjs').Job[]} jobs @param {string} folder
 * @returns {Promise<string[]>}
 */
export async function findOrphans(jobs, folder) {
  const wanted = new Set(jobs.flatMap((job) => Object.keys(job.budgets)));
  return (await readdir(folder)).filter((name) => /\.(webp|webm|mp4)$/.test(name) && !wanted.has(name)).sort();
}

/**
 * @param {string} path
 * @returns {Promise<Manifest>} empty when the file does not exist
 */
export async function readManifest(path) {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}

/**
 * Writes the manifest, sorted by name.
 * @param {string} path @param {Manifest} manifest
 */
export async function writeManifest(path, manifest) {
  const sorted = Object.fromEntries(Object.entries(manifest).sort(([a], [b]) => (a < b ? -1 : 1)));
  await writeFile(path, `${JSON.stringify(sorted, null, 2)}\n`);
}
