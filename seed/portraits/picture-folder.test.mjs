import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { engineVersion, readManifest, sourcesVersion } from './manifest.mjs';
import { listFaults, removeOrphans, renderStale } from './picture-folder.mjs';

/** @type {import('./picture-folder.mjs').Output} */
let output;
let folder;
let renderedNames;

/** A job that renders one small file and records its name in `renderedNames`. */
function fakeJob(name, input = 1, { size = 10, budget = 100 } = {}) {
  return {
    name,
    input,
    budgets: { [`${name}.webp`]: budget },
    render: async () => {
      renderedNames.push(name);
      return { [`${name}.webp`]: Buffer.alloc(size, `${name}${input}`) };
    },
  };
}

const ignoreLine = () => {};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'press-output-'));
  output = { images: join(folder, 'img'), manifest: join(folder, 'manifest.json'), version: 'v1' };
  renderedNames = [];
});

afterEach(() => rm(folder, { recursive: true }));

test('a first run renders all jobs, a second none', async () => {
  const said = [];
  assert.equal(await renderStale([fakeJob('ada'), fakeJob('rumi')], output, (line) => said.push(line)), 2);
  assert.deepEqual(said, ['ada.webp 10', 'rumi.webp 10']);
  assert.equal(await renderStale([fakeJob('ada'), fakeJob('rumi')], output, ignoreLine), 0);
  assert.deepEqual(renderedNames, ['ada', 'rumi']);
  assert.deepEqual(await listFaults([fakeJob('ada'), fakeJob('rumi')], output), []);
});

test('only the job of a changed row is rendered again', async () => {
  await renderStale([fakeJob('ada'), fakeJob('rumi')], output, ignoreLine);
  assert.deepEqual(await listFaults([fakeJob('ada', 2), fakeJob('rumi')], output), [
    'ada is stale: its row, category or the engine has changed',
  ]);
  await renderStale([fakeJob('ada', 2), fakeJob('rumi')], output, ignoreLine);
  assert.deepEqual(renderedNames, ['ada', 'rumi', 'ada']);
});

test('another engine version makes everything stale', async () => {
  await renderStale([fakeJob('ada'), fakeJob('rumi')], output, ignoreLine);
  assert.equal((await listFaults([fakeJob('ada'), fakeJob('rumi')], { ...output, version: 'v2' })).length, 2);
});

test('a lost or altered file is a fault and is rendered again', async () => {
  const jobs = [fakeJob('ada'), fakeJob('rumi')];
  await renderStale(jobs, output, ignoreLine);
  await rm(join(output.images, 'ada.webp'));
  await writeFile(join(output.images, 'rumi.webp'), 'retouched');
  assert.deepEqual(await listFaults(jobs, output), ['ada.webp is missing', 'rumi.webp is not what the manifest says']);
  assert.equal(await renderStale(jobs, output, ignoreLine), 2);
  assert.deepEqual(await listFaults(jobs, output), []);
});

test('a file over its budget is a fault', async () => {
  await renderStale([fakeJob('ada')], output, ignoreLine);
  const faults = await listFaults([fakeJob('ada', 1, { budget: 10 })], output);
  assert.deepEqual(faults, ['ada.webp weighs 10 bytes, the budget is 10']);
});

test('a picture of no job is a fault until pruned', async () => {
  await renderStale([fakeJob('ada'), fakeJob('rumi')], output, ignoreLine);
  await writeFile(join(output.images, 'README'), 'not a picture');
  assert.deepEqual(await listFaults([fakeJob('ada')], output), ['rumi.webp belongs to no job']);
  await removeOrphans([fakeJob('ada')], output);
  assert.deepEqual(await listFaults([fakeJob('ada')], output), []);
  assert.deepEqual((await readdir(output.images)).sort(), ['README', 'ada.webp']);
  assert.deepEqual(Object.keys(await readManifest(output.manifest)), ['ada']);
});

test('a film of no job is a fault until pruned', async () => {
  await mkdir(output.images);
  for (const name of ['old.webm', 'old.mp4']) await writeFile(join(output.images, name), 'a film');
  assert.deepEqual(await listFaults([], output), ['old.mp4 belongs to no job', 'old.webm belongs to no job']);
  await removeOrphans([], output);
  assert.deepEqual(await readdir(output.images), []);
});

test('an error names its job, and finished jobs are kept', async () => {
  const broken = { ...fakeJob('rumi'), render: () => Promise.reject(new RangeError('hat cannot be 7')) };
  await assert.rejects(renderStale([fakeJob('ada'), broken], output, ignoreLine), /^Error: rumi: hat cannot be 7$/);
  assert.deepEqual(Object.keys(await readManifest(output.manifest)), ['ada']);
});

test('the manifest is sorted, so that it does not change without cause', async () => {
  await renderStale([fakeJob('rumi'), fakeJob('ada')], output, ignoreLine);
  const first = await readFile(output.manifest, 'utf8');
  await removeOrphans([fakeJob('ada'), fakeJob('rumi')], output);
  assert.equal(await readFile(output.manifest, 'utf8'), first);
  assert.ok(first.indexOf('"ada"') < first.indexOf('"rumi"'));
});

test('a damaged manifest is an error, not read as empty', async () => {
  await writeFile(output.manifest, '{"ada":');
  await assert.rejects(renderStale([fakeJob('ada')], output, ignoreLine), SyntaxError);
});

test("the engine's version follows its sources and pins, not its tests and its drawings", async () => {
  await mkdir(join(folder, 'engine', 'shapes'), { recursive: true });
  const write = (name, text) => writeFile(join(folder, name), text);
  await write('package.json', '{"devDependencies":{"sharp":"1.0.0"}}');
  await write('engine/ruling.mjs', 'export const PITCH = 1;');
  await write('engine/shapes/hat.mjs', 'export const HAT = 1;');
  const first = await engineVersion(folder);
  await write('engine/ruling.test.mjs', 'a test');
  await write('engine/shapes/hat.mjs', 'export const HAT = 2;');
  assert.equal(await engineVersion(folder), first);
  await write('engine/ruling.mjs', 'export const PITCH = 2;');
  const second = await engineVersion(folder);
  assert.notEqual(second, first);
  await write('package.json', '{"devDependencies":{"sharp":"1.0.1"}}');
  assert.notEqual(await engineVersion(folder), second);
});

test('the version of a folder follows its sources, not its tests and comments', async () => {
  const write = (name, text) => writeFile(join(folder, name), text);
  await write('ground.mjs', 'export const GROUND = 1;');
  const first = await sourcesVersion(folder);
  await write('ground.test.mjs', 'a test');
  assert.equal(await sourcesVersion(folder), first);
  await write('ground.mjs', '/**\n * A ground.\n */\n// One.\nexport const GROUND = 1;');
  assert.equal(await sourcesVersion(folder), first);
  await write('ground.mjs', 'export const GROUND = 2;');
  assert.notEqual(await sourcesVersion(folder), first);
});
