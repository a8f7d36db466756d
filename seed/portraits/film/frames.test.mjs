import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import sharp from 'sharp';
import { renderFrames } from './frames.mjs';

const PRINT = { width: 4, height: 2, ink: '#000000', tint: '#FFFFFF' };
const MOMENTS = [
  { rise: 1, drift: 0 },
  { rise: 1, drift: 0.5 },
  { rise: 0, drift: 0 },
  { rise: 1, drift: 0 },
];

let folder;
let drawnMoments;
let openCount;

/**
 * Returns a fake renderer. The renderer records its argument `moment` and returns a frame. Each
 * pixel of the frame has the ink `moment.rise`.
 */
const openFakeRenderer = async () => {
  openCount++;
  return (moment) => {
    drawnMoments.push(moment);
    return new Float32Array(8).fill(moment.rise);
  };
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frames-'));
  drawnMoments = [];
  openCount = 0;
});

afterEach(() => rm(folder, { recursive: true }));

test('every moment has its frame, and equal moments share one', async () => {
  const frames = await renderFrames(folder, MOMENTS, openFakeRenderer, PRINT);
  assert.deepEqual(frames.map((frame) => basename(frame)), ['1000-0.png', '1000-500.png', '0-0.png', '1000-0.png']);
  assert.equal(drawnMoments.length, 3);
  const { data, info } = await sharp(frames[2]).greyscale().raw().toBuffer({ resolveWithObject: true });
  assert.deepEqual([info.width, info.height, data[0]], [4, 2, 255]);
  assert.equal((await sharp(frames[0]).greyscale().raw().toBuffer())[0], 0);
});

test('existing frames are not drawn again, and no scene is sculpted for them', async () => {
  await renderFrames(folder, MOMENTS, openFakeRenderer, PRINT);
  await renderFrames(folder, MOMENTS, openFakeRenderer, PRINT);
  assert.deepEqual([drawnMoments.length, openCount], [3, 1]);
});

test('an interrupted run continues with the missing frames', async () => {
  const frames = await renderFrames(folder, MOMENTS, openFakeRenderer, PRINT);
  await rm(frames[1]);
  await writeFile(`${frames[1]}.part`, 'half a picture');
  await renderFrames(folder, MOMENTS, openFakeRenderer, PRINT);
  assert.deepEqual(drawnMoments.at(-1), MOMENTS[1]);
  assert.equal(drawnMoments.length, 4);
  assert.deepEqual((await readdir(folder)).filter((name) => name.endsWith('.part')), []);
});
