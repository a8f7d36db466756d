import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardX, boardY } from '../geometry.mjs';
import { headPath } from '../profile.mjs';
import { fillMask } from '../raster.mjs';
import { filledCells, unionOf } from '../../testing.mjs';
import { readTraits } from '../traits.mjs';
import { GRIPS, PROPS } from './prop.mjs';
import { HAND } from './props/hand.mjs';
import { INSTRUMENTS } from './props/instruments.mjs';
import { LETTERS } from './props/letters.mjs';
import { MUSIC } from './props/music.mjs';

/** Props of the catalogue. Each must have a drawing. */
const CATALOGUE_PROPS =
  'quill inkbrush book violin lyre telescope brush dividers flask ball racket trumpet mic lantern fan flower sword scroll cigar';

/** Props that touch the lips. No other prop touches the face. */
const AT_MOUTH = ['pipe', 'cigar'];

const face = await fillMask(headPath(readTraits({})));

test('every prop of the catalogue has a drawing, and no word is drawn in two files', () => {
  for (const word of CATALOGUE_PROPS.split(' ')) assert.ok(PROPS[word]?.length > 0, word);
  const words = [HAND, INSTRUMENTS, LETTERS, MUSIC].flatMap((group) => Object.keys(group));
  assert.deepEqual(Object.keys(PROPS).sort(), ['none', ...words].sort());
});

for (const [word, pieces] of Object.entries(PROPS).filter(([word]) => word !== 'none')) {
  test(`${word} is inside the board, at the lower right, and keeps clear of the face`, async () => {
    for (const { path } of pieces) assert.doesNotMatch(path, /NaN|undefined/);
    const mask = unionOf(await Promise.all(pieces.map(({ path }) => fillMask(path))));
    assert.ok(filledCells(mask, (i) => boardX(i) > 300 && boardY(i) > 200) > 600, 'it is too small to be read');
    assert.equal(filledCells(mask, (i) => boardX(i) > 399 || boardX(i) < 210), 0, 'it leaves the lower right');
    const onFace = filledCells(mask, (i) => face[i] > 0.5 && boardX(i) > 200 && boardY(i) < 306);
    if (AT_MOUTH.includes(word)) {
      assert.ok(onFace > 0 && onFace < 260, `it does not touch the lips: ${onFace}`);
    } else {
      assert.equal(onFace, 0, 'it covers the face');
    }
  });
}

test('a held prop has a hand on it, in the ink of the skin', async () => {
  for (const [word, { at: [x, y] }] of Object.entries(GRIPS)) {
    const skin = PROPS[word].filter(({ ink }) => ink === undefined);
    assert.equal(skin.length, 4, word);
    const drawn = PROPS[word].slice(0, -6);
    const mask = unionOf(await Promise.all(drawn.map(({ path }) => fillMask(path))));
    assert.ok(filledCells(mask, (i) => Math.hypot(boardX(i) - x, boardY(i) - y) < 24) > 0, `${word} is not in the hand`);
  }
});
