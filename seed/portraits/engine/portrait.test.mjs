import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { CUT_BUDGETS, COIN, LINE_CUTS } from './cuts.mjs';
import { engravePortrait } from './portrait.mjs';
import { parseColour } from './print.mjs';
import { PLAIN_ROW, PRESS } from '../testing.mjs';

const files = await engravePortrait('sitter', PLAIN_ROW, PRESS);

async function decodePixels(file) {
  return sharp(file).raw().toBuffer({ resolveWithObject: true });
}

test('the same id, row and press give the same bytes', async () => {
  const again = await engravePortrait('sitter', { ...PLAIN_ROW }, { ...PRESS });
  for (const cut of Object.keys(CUT_BUDGETS)) assert.ok(files[cut].equals(again[cut]), cut);
});

test('another id gives another grain', async () => {
  const other = await engravePortrait('somebody-else', PLAIN_ROW, PRESS);
  assert.ok(!files.card.equals(other.card));
});

test('the cuts have their sizes and stay under their budgets', async () => {
  const sizes = { coin: [COIN.size, COIN.size], card: [344, 430], plate: [520, 650] };
  assert.deepEqual(Object.keys(files).sort(), Object.keys(sizes).sort());
  for (const [cut, [width, height]] of Object.entries(sizes)) {
    const { format, width: w, height: h } = await sharp(files[cut]).metadata();
    assert.deepEqual([format, w, h], ['webp', width, height], cut);
    assert.ok(files[cut].length < CUT_BUDGETS[cut], `${cut} weighs ${files[cut].length}`);
  }
  assert.deepEqual([LINE_CUTS.card.spacing, LINE_CUTS.plate.spacing], [7, 5.2]);
});

test('a line cut has no colours but ink, tint and the steps between them', async () => {
  const { data } = await decodePixels(files.card);
  const colours = new Set();
  for (let i = 0; i < data.length; i += 3) colours.add(data.subarray(i, i + 3).join());
  assert.ok(colours.has(parseColour(PRESS.ink).join()) && colours.has(parseColour(PRESS.tint).join()));
  assert.ok(colours.size >= 3 && colours.size <= 12, `${colours.size} colours`);
});

test('a flipped portrait is the mirror image', async () => {
  const flipped = await engravePortrait('sitter', PLAIN_ROW, PRESS, { flip: true });
  const [a, b] = [await decodePixels(files.plate), await decodePixels(flipped.plate)];
  const { width, height } = a.info;
  for (let y = 0; y < height; y += 7) {
    for (let x = 0; x < width; x += 5) {
      const here = (y * width + x) * 3;
      const there = (y * width + (width - 1 - x)) * 3;
      assert.deepEqual([...a.data.subarray(here, here + 3)], [...b.data.subarray(there, there + 3)]);
    }
  }
});

test('with rise 0 the lines are flat', async () => {
  const sunk = await engravePortrait('sitter', PLAIN_ROW, { ...PRESS, ground: 'ruled' }, { rise: 0 });
  assert.ok(!sunk.card.equals(files.card));
  assert.ok(sunk.card.length < files.card.length);
});

test('an invalid colour and an unknown ground are refused', async () => {
  const medal = { emblem: 'coffeepot' };
  await assert.rejects(engravePortrait('pot', medal, { ...PRESS, ink: 'green' }), /not a colour: "green"/);
  await assert.rejects(engravePortrait('pot', medal, { ...PRESS, ground: 'none' }), /no ground is called "none"/);
});
