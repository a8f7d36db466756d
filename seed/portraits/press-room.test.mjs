import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { engineVersion, readManifest, sourcesVersion } from './manifest.mjs';
import { inspect, prune, update } from './press-room.mjs';

/** @type {import('./press-room.mjs').Room} */
let room;
let folder;
let struck;

/** A job that makes one small file and counts. */
function job(name, input = 1, { size = 10, budget = 100 } = {}) {
  return {
    name,
    input,
    budgets: { [`${name}.webp`]: budget },
    strike: async () => {
      struck.push(name);
      return { [`${name}.webp`]: Buffer.alloc(size, `${name}${input}`) };
    },
  };
}

const silent = () => {};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'press-room-'));
  room = { images: join(folder, 'img'), manifest: join(folder, 'manifest.json'), version: 'v1' };
  struck = [];
});

afterEach(() => rm(folder, { recursive: true }));

test('all jobs are struck once, then nothing', async () => {
  const said = [];
  assert.equal(await update([job('ada'), job('rumi')], room, (line) => said.push(line)), 2);
  assert.deepEqual(said, ['ada.webp 10', 'rumi.webp 10']);
  assert.equal(await update([job('ada'), job('rumi')], room, silent), 0);
  assert.deepEqual(struck, ['ada', 'rumi']);
  assert.deepEqual(await inspect([job('ada'), job('rumi')], room), []);
});

test('a changed row is struck again, alone', async () => {
  await update([job('ada'), job('rumi')], room, silent);
  assert.deepEqual(await inspect([job('ada', 2), job('rumi')], room), [
    'ada is stale: its row, category or the engine has changed',
  ]);
  await update([job('ada', 2), job('rumi')], room, silent);
  assert.deepEqual(struck, ['ada', 'rumi', 'ada']);
});

test('another engine makes everything stale', async () => {
  await update([job('ada'), job('rumi')], room, silent);
  assert.equal((await inspect([job('ada'), job('rumi')], { ...room, version: 'v2' })).length, 2);
});

test('a lost or altered file is noticed and struck again', async () => {
  const jobs = [job('ada'), job('rumi')];
  await update(jobs, room, silent);
  await rm(join(room.images, 'ada.webp'));
  await writeFile(join(room.images, 'rumi.webp'), 'retouched');
  assert.deepEqual(await inspect(jobs, room), ['ada.webp is missing', 'rumi.webp is not what the manifest says']);
  assert.equal(await update(jobs, room, silent), 2);
  assert.deepEqual(await inspect(jobs, room), []);
});

test('a file over its budget is a fault', async () => {
  await update([job('ada')], room, silent);
  assert.deepEqual(await inspect([job('ada', 1, { budget: 10 })], room), ['ada.webp weighs 10 bytes, the budget is 10']);
});

test('pictures of nobody are a fault until pruned', async () => {
  await update([job('ada'), job('rumi')], room, silent);
  await writeFile(join(room.images, 'README'), 'not a picture');
  assert.deepEqual(await inspect([job('ada')], room), ['rumi.webp belongs to no job']);
  await prune([job('ada')], room);
  assert.deepEqual(await inspect([job('ada')], room), []);
  assert.deepEqual((await readdir(room.images)).sort(), ['README', 'ada.webp']);
  assert.deepEqual(Object.keys(await readManifest(room.manifest)), ['ada']);
});

test('a film of no job is a stray as a picture is', async () => {
  await mkdir(room.images);
  for (const name of ['old.webm', 'old.mp4']) await writeFile(join(room.images, name), 'a film');
  assert.deepEqual(await inspect([], room), ['old.mp4 belongs to no job', 'old.webm belongs to no job']);
  await prune([], room);
  assert.deepEqual(await readdir(room.images), []);
});

test('a job that fails says whose it was and leaves the others done', async () => {
  const broken = { ...job('rumi'), strike: () => Promise.reject(new RangeError('hat cannot be 7')) };
  await assert.rejects(update([job('ada'), broken], room, silent), /^Error: rumi: hat cannot be 7$/);
  assert.deepEqual(Object.keys(await readManifest(room.manifest)), ['ada']);
});

test('the manifest is sorted, so that it does not change without cause', async () => {
  await update([job('rumi'), job('ada')], room, silent);
  const first = await readFile(room.manifest, 'utf8');
  await prune([job('ada'), job('rumi')], room);
  assert.equal(await readFile(room.manifest, 'utf8'), first);
  assert.ok(first.indexOf('"ada"') < first.indexOf('"rumi"'));
});

test('a damaged manifest is not taken for an empty one', async () => {
  await writeFile(room.manifest, '{"ada":');
  await assert.rejects(update([job('ada')], room, silent), SyntaxError);
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
