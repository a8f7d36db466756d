import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { CATEGORIES } from '../categories.mjs';
import { parseColour } from '../engine/print.mjs';
import { printSwatch, SWATCH_SIDE } from './swatch.mjs';

const swatches = new Map();
for (const [name, press] of Object.entries(CATEGORIES)) swatches.set(name, await printSwatch(press, 6_000));

const decodePixels = (file) => sharp(file).raw().toBuffer();

test('a swatch is a small square of two colours and the steps between them', async () => {
  const press = CATEGORIES.Royalty;
  const file = swatches.get('Royalty');
  const { format, width, height } = await sharp(file).metadata();
  assert.deepEqual([format, width, height], ['webp', SWATCH_SIDE, SWATCH_SIDE]);
  const data = await decodePixels(file);
  const colours = new Set();
  for (let i = 0; i < data.length; i += 3) colours.add(data.subarray(i, i + 3).join());
  assert.ok(colours.has(parseColour(press.ink).join()) && colours.has(parseColour(press.tint).join()));
  assert.ok(colours.size <= 12, `${colours.size} colours`);
});

test('no two categories have the same swatch', () => {
  const prints = new Set([...swatches.values()].map((file) => file.toString('base64')));
  assert.equal(prints.size, 24);
});

test('every swatch has about as much ink as paper, so that its ground can be seen', async () => {
  for (const [name, { ink, tint }] of Object.entries(CATEGORIES)) {
    const [full, bare] = [parseColour(ink)[1], parseColour(tint)[1]];
    const data = await decodePixels(swatches.get(name));
    let sum = 0;
    for (let i = 1; i < data.length; i += 3) sum += (data[i] - bare) / (full - bare);
    const share = sum / (data.length / 3);
    assert.ok(share > 0.5 && share < 0.7, `${name}: ${share.toFixed(2)}`);
  }
});

test('lines are far enough apart to be visible at half the size', async () => {
  const data = await sharp(swatches.get('Philosophers & Thinkers')).greyscale().raw().toBuffer();
  const column = Array.from({ length: SWATCH_SIDE }, (_, y) => data[y * SWATCH_SIDE] < 128);
  const lines = column.filter((dark, y) => dark && !column[y - 1]).length;
  assert.ok(lines >= 8 && lines <= 12, `${lines} lines`);
});

test('a swatch over its budget, without a ground or of no colour is refused', async () => {
  await assert.rejects(printSwatch(CATEGORIES.Royalty, 100), /stays under 100 bytes/);
  assert.throws(() => printSwatch({ ...CATEGORIES.Royalty, ground: 'none' }, 6_000), /no ground is called "none"/);
  await assert.rejects(printSwatch({ ...CATEGORIES.Royalty, ink: 'plum' }, 6_000), /not a colour: "plum"/);
});
