import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardX, boardY } from '../geometry.mjs';
import { headPath } from '../profile.mjs';
import { fillMask } from '../raster.mjs';
import { filledCells, unionOf } from '../../testing.mjs';
import { readTraits } from '../traits.mjs';
import { HATS } from './hat.mjs';
import { BRIMS } from './hats/brims.mjs';
import { CAPS } from './hats/caps.mjs';
import { CROWNS } from './hats/crowns.mjs';
import { EAST } from './hats/east.mjs';
import { HELMETS } from './hats/helmets.mjs';
import { WRAPS } from './hats/wraps.mjs';

/** Hats of the catalogue. Each must have a drawing. */
const CATALOGUE_HATS =
  'wimple cloche bonnet fez skullcap keffiyeh phrygian aviator bowler fedora boater beret kasa eboshi mian futou ' +
  'gat kabuto khepresh modius corinthian morion spangen mitre biretta furhat sombrero plumed frenchhood tiara ' +
  'peaked kerchief spacehelmet tricorne slouch souwester veilcrown feathers';

const head = await fillMask(headPath(readTraits({})));

/** Coverage by all pieces of each hat. */
const masks = new Map();
for (const [word, pieces] of Object.entries(HATS).filter(([word]) => word !== 'none')) {
  masks.set(word, unionOf(await Promise.all(pieces.map(({ path }) => fillMask(path)))));
}

/** Whether a cell lies on the eye between its lids. */
const isOverEye = (i) => boardX(i) > 250 && boardX(i) < 278 && boardY(i) > 178 && boardY(i) < 196;

/** Whether a cell of the head lies on nose, lips or chin. */
const isOverFeatures = (i) => head[i] > 0.5 && boardX(i) > 272 && boardY(i) > 216 && boardY(i) < 290;

test('every hat of the catalogue has a drawing', () => {
  for (const word of CATALOGUE_HATS.split(' ')) assert.ok(HATS[word]?.length > 0, word);
});

test('no word is drawn in two files', () => {
  const words = [BRIMS, CAPS, CROWNS, EAST, HELMETS, WRAPS].flatMap((group) => Object.keys(group));
  assert.equal(new Set(words).size, words.length);
  assert.deepEqual(Object.keys(HATS).sort(), ['none', ...words].sort());
});

for (const [word, mask] of masks) {
  test(`${word} covers the head but not eye, nose and mouth`, () => {
    for (const { path } of HATS[word]) assert.doesNotMatch(path, /NaN|undefined/);
    assert.ok(filledCells(mask, (i) => head[i] > 0.5 && boardY(i) < 160) > 300, 'it floats');
    assert.equal(filledCells(mask, isOverEye), 0, 'it covers the eye');
    assert.equal(filledCells(mask, isOverFeatures), 0, 'it covers nose or mouth');
  });
}

for (const word of CATALOGUE_HATS.split(' ')) {
  test(`${word} is not cut off by the edge of the board`, () => {
    assert.equal(filledCells(masks.get(word), (i) => boardY(i) < -58 || boardX(i) < 0.5 || boardX(i) > 398.5), 0);
  });
}
