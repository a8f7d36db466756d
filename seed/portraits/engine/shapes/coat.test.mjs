import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardX, boardY } from '../geometry.mjs';
import { fillMask } from '../raster.mjs';
import { filledCells, unionOf } from '../../testing.mjs';
import { BARE_SHOULDERS, COATS, COAT_TRANSFORM } from './coat.mjs';
import { WORLD_COATS } from './coat-world.mjs';
import { ROBES } from './coat-loose.mjs';

/** Coats of the catalogue. Each must have a drawing. */
const CATALOGUE_COATS =
  'kimono hanfu sari kaftan flightjacket doublet vestments poncho sherwani frock labcoat cloak breton geneva ermine';

/** The x of the jaw's corner, in units. The collar of a cloak stands up behind it. */
const JAW_X = 180;

/** Points at both lower corners of the bust that every coat must cover. */
const SHOULDERS = [
  [40, 494],
  [300, 494],
];

test('every coat of the catalogue has a drawing, and no word is drawn in two files', () => {
  for (const word of CATALOGUE_COATS.split(' ')) assert.ok(COATS[word]?.length > 0, word);
  const strays = Object.keys(WORLD_COATS).filter((word) => word in ROBES);
  assert.deepEqual(strays, []);
  for (const [word, pieces] of Object.entries(WORLD_COATS)) assert.equal(COATS[word], pieces);
});

test('every word of BARE_SHOULDERS is a coat', () => {
  for (const word of BARE_SHOULDERS) assert.ok(word in COATS, word);
  assert.ok(BARE_SHOULDERS.includes('sari'));
});

for (const word of CATALOGUE_COATS.split(' ')) {
  test(`${word} covers both shoulders and stays below the chin`, async () => {
    for (const { path } of COATS[word]) assert.doesNotMatch(path, /NaN|undefined/);
    const mask = unionOf(await Promise.all(COATS[word].map(({ path }) => fillMask(path, COAT_TRANSFORM))));
    for (const [x, y] of SHOULDERS) {
      const near = filledCells(mask, (i) => Math.hypot(boardX(i) - x, boardY(i) - y) < 5);
      assert.ok(near > 100, `nothing at ${x},${y}`);
    }
    const isOverJaw = (i) => boardY(i) < 316 && (word !== 'cloak' || boardX(i) > JAW_X);
    assert.equal(filledCells(mask, isOverJaw), 0, 'it climbs over the jaw');
  });
}
