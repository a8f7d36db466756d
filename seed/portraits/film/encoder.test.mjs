import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { encodeWithinBudget } from './encoder.mjs';

const { PATH } = process.env;
let folder;

/** A script in place of ffmpeg. It records its arguments and writes a film of 1000 bytes minus the quality number. */
const FAKE_FFMPEG = `#!${process.execPath}
const fs = require('node:fs');
const args = process.argv.slice(2);
fs.appendFileSync('FOLDER/asked', args.join(' ') + '\\n');
fs.writeFileSync(args.at(-1), Buffer.alloc(1000 - Number(args[args.indexOf('-crf') + 1])));
`;

const readCalls = async () => (await readFile(join(folder, 'asked'), 'utf8')).trim().split('\n');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'encoder-'));
  await writeFile(join(folder, 'ffmpeg'), FAKE_FFMPEG.replace('FOLDER', folder), { mode: 0o755 });
  process.env.PATH = [folder, PATH].join(delimiter);
});

afterEach(async () => {
  process.env.PATH = PATH;
  await rm(folder, { recursive: true });
});

test('the best quality that fits is kept', async () => {
  assert.equal((await encodeWithinBudget(folder, ['/a.png'], { rate: 15, ending: 'webm', budget: 971 })).length, 970);
  assert.equal((await encodeWithinBudget(folder, ['/a.png'], { rate: 15, ending: 'webm', budget: 960 })).length, 958);
  assert.equal((await readCalls()).length, 1 + 4);
});

test('a film over its budget at the lowest quality is refused', async () => {
  const film = { rate: 15, ending: 'mp4', budget: 900 };
  await assert.rejects(encodeWithinBudget(folder, ['/a.png'], film), RangeError('no mp4 of 1 frames stays under 900 bytes'));
});

test('every frame is shown once, in order', async () => {
  await encodeWithinBudget(folder, ['/b.png', '/a.png', '/b.png'], { rate: 10, ending: 'webm', budget: 1000 });
  const list = await readFile(join(folder, 'frames.txt'), 'utf8');
  assert.equal(list, ["file '/b.png'", "file '/a.png'", "file '/b.png'"].map((line) => `${line}\nduration 0.1\n`).join(''));
});

test('each extension has its encoder, without sound and with reproducible bytes', async () => {
  for (const ending of ['webm', 'mp4']) await encodeWithinBudget(folder, ['/a.png'], { rate: 15, ending, budget: 1000 });
  const [webm, mp4] = await readCalls();
  assert.match(webm, /-c:v libvpx-vp9 .*film\.webm$/);
  assert.match(mp4, /-c:v libx264 .*-movflags \+faststart .*film\.mp4$/);
  for (const line of [webm, mp4]) assert.match(line, /-r 15 .*format=yuv420p .*-map_metadata -1 .*-an /);
});

test('without ffmpeg the error says what to install', async () => {
  process.env.PATH = join(folder, 'nowhere');
  const film = { rate: 15, ending: 'webm', budget: 1000 };
  await assert.rejects(encodeWithinBudget(folder, ['/a.png'], film), /^Error: ffmpeg is needed for films: apt-get install ffmpeg$/);
});
