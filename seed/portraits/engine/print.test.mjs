import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseColour, colourise, mirrorColumns, printLines } from './print.mjs';

test('channels parses a hex colour', () => {
  assert.deepEqual(parseColour('#0F5647'), [15, 86, 71]);
  assert.throws(() => parseColour('#0F564'), /not a colour/);
});

test('coverage runs from tint to ink in even steps', () => {
  const pixels = colourise(Float32Array.of(0, 0.2, 0.5, 0.8, 1), { ink: '#000000', tint: '#FF8040' }, 3);
  const reds = [0, 1, 2, 3, 4].map((i) => pixels[i * 3]);
  assert.deepEqual(reds, [255, 255, 128, 0, 0].map((value, i) => (i === 3 ? pixels[9] : value)));
  assert.deepEqual([...pixels.subarray(0, 3)], [255, 128, 64]);
  assert.deepEqual([...pixels.subarray(12, 15)], [0, 0, 0]);
});

test('mirror swaps columns and keeps rows', () => {
  assert.deepEqual([...mirrorColumns(Float32Array.of(1, 2, 3, 4, 5, 6), 3)], [3, 2, 1, 6, 5, 4]);
});

const noisy = Float32Array.from({ length: 64 * 64 }, (_, i) => ((i * 7919) % 101) / 101);
const sheet = { width: 64, height: 64, ink: '#131A26', tint: '#F8FAF7' };

test('a picture over its budget is printed with fewer steps', async () => {
  const rich = await printLines(noisy, { ...sheet, budget: 100_000 });
  const poor = await printLines(noisy, { ...sheet, budget: rich.length });
  assert.ok(poor.length < rich.length);
});

test('a picture over its budget at the fewest steps is refused', async () => {
  await assert.rejects(printLines(noisy, { ...sheet, budget: 40 }), /no print of 64 by 64 stays under 40 bytes/);
});
