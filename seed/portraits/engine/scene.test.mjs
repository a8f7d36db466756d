import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { engraveScene } from './scene.mjs';
import { BARE_ROW, cacheMasks } from '../testing.mjs';

cacheMasks();

const SHEET = { width: 400, height: 500, pixels: 200, ink: '#10151C', tint: '#EFE6D2', budget: 60_000 };
const ACTOR = { id: 'sitter', row: BARE_ROW, x: 0, y: 0, scale: 1 };

/** Mean brightness of the columns from `from` up to, not including, `to`: 0 to 255. */
async function meanBrightness(file, from, to) {
  const { data, info } = await sharp(file).greyscale().raw().toBuffer({ resolveWithObject: true });
  let sum = 0;
  for (let y = 0; y < info.height; y++) for (let x = from; x < to; x++) sum += data[y * info.width + x];
  return sum / info.height / (to - from);
}

test('an empty scene is flat ruled paper', async () => {
  const file = await engraveScene([], SHEET);
  const { width, height } = await sharp(file).metadata();
  assert.deepEqual([width, height], [200, 250]);
  assert.ok(Math.abs((await meanBrightness(file, 0, 100)) - (await meanBrightness(file, 100, 200))) < 0.5);
});

test('a head is drawn at its position, and a flipped one as its mirror image', async () => {
  const left = await engraveScene([{ ...ACTOR, x: -20, scale: 0.5 }], SHEET);
  const right = await engraveScene([{ ...ACTOR, x: 220, scale: 0.5, flip: true }], SHEET);
  assert.ok((await meanBrightness(left, 0, 100)) > (await meanBrightness(left, 100, 200)) + 5);
  assert.ok(Math.abs((await meanBrightness(left, 0, 100)) - (await meanBrightness(right, 100, 200))) < 1);
});

test('another pitch gives other bytes, the same sheet the same bytes', async () => {
  const one = await engraveScene([ACTOR], SHEET);
  assert.ok(one.equals(await engraveScene([ACTOR], SHEET)));
  assert.ok(!one.equals(await engraveScene([ACTOR], { ...SHEET, pitch: 3.8 })));
});

test('with rise 0 no head is visible', async () => {
  const sunk = await engraveScene([ACTOR], { ...SHEET, rise: 0 });
  assert.ok(sunk.equals(await engraveScene([], SHEET)));
});
