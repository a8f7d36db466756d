import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import sharp from 'sharp';
import { shoot } from './frames.mjs';

const PRINT = { width: 4, height: 2, ink: '#000000', tint: '#FFFFFF' };
const MOMENTS = [
  { rise: 1, drift: 0 },
  { rise: 1, drift: 0.5 },
  { rise: 0, drift: 0 },
  { rise: 1, drift: 0 },
];

let folder;
let drawn;
let opened;

/** A camera that counts, and draws the rise as an even grey. */
const open = async () => {
  opened++;
  return (moment) => {
    drawn.push(moment);
    return new Float32Array(8).fill(moment.rise);
  };
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frames-'));
  drawn = [];
  opened = 0;
});

afterEach(() => rm(folder, { recursive: true }));

test('every moment has its frame, and equal moments share one', async () => {
  const frames = await shoot(folder, MOMENTS, open, PRINT);
  assert.deepEqual(frames.map((frame) => basename(frame)), ['1000-0.png', '1000-500.png', '0-0.png', '1000-0.png']);
  assert.equal(drawn.length, 3);
  const { data, info } = await sharp(frames[2]).greyscale().raw().toBuffer({ resolveWithObject: true });
  assert.deepEqual([info.width, info.height, data[0]], [4, 2, 255]);
  assert.equal((await sharp(frames[0]).greyscale().raw().toBuffer())[0], 0);
});

test('existing frames are not drawn again, and no scene is sculpted for them', async () => {
  await shoot(folder, MOMENTS, open, PRINT);
  await shoot(folder, MOMENTS, open, PRINT);
  assert.deepEqual([drawn.length, opened], [3, 1]);
});

test('an interrupted run continues with the missing frames', async () => {
  const frames = await shoot(folder, MOMENTS, open, PRINT);
  await rm(frames[1]);
  await writeFile(`${frames[1]}.part`, 'half a picture');
  await shoot(folder, MOMENTS, open, PRINT);
  assert.deepEqual(drawn.at(-1), MOMENTS[1]);
  assert.equal(drawn.length, 4);
  assert.deepEqual((await readdir(folder)).filter((name) => name.endsWith('.part')), []);
});
