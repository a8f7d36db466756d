import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { colourise } from '../engine/print.mjs';
import { engraveScene } from '../engine/scene.mjs';
import { BARE_ROW, cacheMasks, PLAIN_ROW } from '../testing.mjs';
import { newFrameRenderer } from './camera.mjs';

cacheMasks();

const SHEET = { width: 300, height: 200, pixels: 150, ink: '#10151C', tint: '#EFE6D2', budget: 60_000 };
const SIZE = { width: 150, height: 100 };
const ACTORS = [
  { id: 'one', row: PLAIN_ROW, x: -20, y: 0, scale: 0.4 },
  { id: 'two', row: BARE_ROW, x: 120, y: 0, scale: 0.4, flip: true },
];

const camera = await newFrameRenderer(ACTORS, SHEET, SIZE);
const countDifferingPixels = (a, b) => a.filter((ink, i) => Math.abs(ink - b[i]) > 1e-3).length;

for (const rise of [1, 0.24, 0]) {
  test(`a frame at rise ${rise} is the engine's scene, point for point`, async () => {
    const scene = await sharp(await engraveScene(ACTORS, { ...SHEET, rise })).raw().toBuffer();
    const frame = colourise(camera({ rise, drift: 0 }), SHEET, 12);
    assert.ok(frame.equals(scene));
  });
}

test("a frame uses the pitch of its sheet", async () => {
  const actors = ACTORS.slice(1);
  const fine = await newFrameRenderer(actors, { ...SHEET, pitch: 3.8 }, SIZE);
  const scene = await sharp(await engraveScene(actors, { ...SHEET, pitch: 3.8 })).raw().toBuffer();
  assert.ok(colourise(fine({ rise: 1, drift: 0 }), SHEET, 12).equals(scene));
});

test('a drift of half a pitch moves every line, of a whole pitch none', () => {
  const still = camera({ rise: 1, drift: 0 });
  assert.ok(countDifferingPixels(camera({ rise: 1, drift: 0.5 }), still) > still.length / 2);
  assert.ok(countDifferingPixels(camera({ rise: 1, drift: 1 }), still) < still.length / 200);
});

test('the clear line around a head does not drift, and sinks with the head', async () => {
  const near = await newFrameRenderer([{ ...ACTORS[1], flip: false, x: -100, scale: 1 }], SHEET, { width: 300, height: 200 });
  const alwaysInked = (rise) => {
    const frames = [0, 0.25, 0.5, 0.75].map((drift) => near({ rise, drift }));
    return frames[0].filter((_, i) => frames.every((frame) => frame[i] > 0.999)).length;
  };
  const clear = alwaysInked(1);
  assert.ok(clear > 100, `${clear} points`);
  assert.equal(alwaysInked(0), 0);
});
