import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { engineVersion, readManifest, sourcesVersion } from './manifest.mjs';
import { inspect, prune, update } from './picture-folder.mjs';

/** @type {import('./picture-folder.mjs').Output} */
let output;
let folder;
let struck;

/** A job that writes one small file and counts its runs. */
function job(name, input = 1, { size = 10, budget = 100 } = {}) {
  return {
    name,
    input,
    budgets: { [`${name}.webp`]: budget },
    render: async () => {
      struck.push(name);
      return { [`${name}.webp`]: Buffer.alloc(size, `${name}${input}`) };
    },
  };
}

const silent = () => {};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'press-output-'));
  output = { images: join(folder, 'img'), manifest: join(folder, 'manifest.json'), version: 'v1' };
  struck = [];
});

afterEach(() => rm(folder, { recursive: true }));

test('a first run renders all jobs, a second none', async () => {
  const said = [];
  assert.equal(await update([job('ada'), job('rumi')], output, (line) => said.push(line)), 2);
  assert.deepEqual(said, ['ada.webp 10', 'rumi.webp 10']);
  assert.equal(await update([job('ada'), job('rumi')], output, silent), 0);
  assert.deepEqual(struck, ['ada', 'rumi']);
  assert.deepEqual(await inspect([job('ada'), job('rumi')], output), []);
});

test('only the job of a changed row is rendered again', async () => {
  await update([job('ada'), job('rumi')], output, silent);
  assert.deepEqual(await inspect([job('ada', 2), job('rumi')], output), [
    'ada is stale: its row, category or the engine has changed',
  ]);
  await update([job('ada', 2), job('rumi')], output, silent);
  assert.deepEqual(struck, ['ada', 'rumi', 'ada']);
});

test('another engine version makes everything stale', async () => {
  await update([job('ada'), job('rumi')], output, silent);
  assert.equal((await inspect([job('ada'), job('rumi')], { ...output, version: 'v2' })).length, 2);
});

test('a lost or altered file is a fault and is rendered again', async () => {
  const jobs = [job('ada'), job('rumi')];
  await update(jobs, output, silent);
  await rm(join(output.images, 'ada.webp'));
  await writeFile(join(output.images, 'rumi.webp'), 'retouched');
  assert.deepEqual(await inspect(jobs, output), ['ada.webp is missing', 'rumi.webp is not what the manifest says']);
  assert.equal(await update(jobs, output, silent), 2);
  assert.deepEqual(await inspect(jobs, output), []);
});

test('a file over its budget is a fault', async () => {
  await update([job('ada')], output, silent);
  assert.deepEqual(await inspect([job('ada', 1, { budget: 10 })], output), ['ada.webp weighs 10 bytes, the budget is 10']);
});

test('a picture of no job is a fault until pruned', async () => {
  await update([job('ada'), job('rumi')], output, silent);
  await writeFile(join(output.images, 'README'), 'not a picture');
  assert.deepEqual(await inspect([job('ada')], output), ['rumi.webp belongs to no job']);
  await prune([job('ada')], output);
  assert.deepEqual(await inspect([job('ada')], output), []);
  assert.deepEqual((await readdir(output.images)).sort(), ['README', 'ada.webp']);
  assert.deepEqual(Object.keys(await readManifest(output.manifest)), ['ada']);
});

test('a film of no job is a fault until pruned', async () => {
  await mkdir(output.images);
  for (const name of ['old.webm', 'old.mp4']) await writeFile(join(output.images, name), 'a film');
  assert.deepEqual(await inspect([], output), ['old.mp4 belongs to no job', 'old.webm belongs to no job']);
  await prune([], output);
  assert.deepEqual(await readdir(output.images), []);
});

test('an error names its job, and finished jobs are kept', async () => {
  const broken = { ...job('rumi'), render: () => Promise.reject(new RangeError('hat cannot be 7')) };
  await assert.rejects(update([job('ada'), broken], output, silent), /^Error: rumi: hat cannot be 7$/);
  assert.deepEqual(Object.keys(await readManifest(output.manifest)), ['ada']);
});

test('the manifest is sorted, so that it does not change without cause', async () => {
  await update([job('rumi'), job('ada')], output, silent);
  const first = await readFile(output.manifest, 'utf8');
  await prune([job('ada'), job('rumi')], output);
  assert.equal(await readFile(output.manifest, 'utf8'), first);
  assert.ok(first.indexOf('"ada"') < first.indexOf('"rumi"'));
});

test('a damaged manifest is an error, not read as empty', async () => {
  await writeFile(output.manifest, '{"ada":');
  await assert.rejects(update([job('ada')], output, silent), SyntaxError);
});

test("the engine's version follows its sources and pins, not its tests", async () => {
  await mkdir(join(folder, 'engine', 'shapes'), { recursive: true });
  const write = (name, text) => writeFile(join(folder, name), text);
  await write('package.json', '{"devDependencies":{"sharp":"1.0.0"}}');
  await write('engine/shapes/hat.mjs', 'export const HAT = 1;');
  const first = await engineVersion(folder);
  await write('engine/shapes/hat.test.mjs', 'a test');
  assert.equal(await engineVersion(folder), first);
  await write('engine/shapes/hat.mjs', 'export const HAT = 2;');
  const second = await engineVersion(folder);
  assert.notEqual(second, first);
  await write('package.json', '{"devDependencies":{"sharp":"1.0.1"}}');
  assert.notEqual(await engineVersion(folder), second);
});

test('the version of a folder follows its sources, not its tests', async () => {
  const write = (name, text) => writeFile(join(folder, name), text);
  await write('ground.mjs', 'export const GROUND = 1;');
  const first = await sourcesVersion(folder);
  await write('ground.test.mjs', 'a test');
  assert.equal(await sourcesVersion(folder), first);
  await write('ground.mjs', 'export const GROUND = 2;');
  assert.notEqual(await sourcesVersion(folder), first);
});
