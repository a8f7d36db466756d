import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sculpt } from './figure.mjs';
import { newGrid } from './geometry.mjs';
import { hashText } from './noise.mjs';
import { fillMask } from './raster.mjs';
import { light } from './shade.mjs';
import { BEARD } from './shapes/beard.mjs';
import { COAT } from './shapes/coat.mjs';
import { HAIR } from './shapes/hair.mjs';
import { HAT } from './shapes/hat.mjs';
import { PROP } from './shapes/prop.mjs';
import { differingCells, filledCells, PLAIN_ROW } from '../testing.mjs';
import { NUMBERS, readTraits, WORDS } from './traits.mjs';

/** Words that must exist; the engine may know more. */
const NAMED = {
  head: 'plain round long square heart',
  hair:
    'none short crop curly fringe wild afro long bob bun topbun updo wig braid shoulder spiky parted cropped wavy ' +
    'tonsure lowbun sleek ringlets braidcrown powdered braidsup geisha heian cornrows victory fingerwave gibson ' +
    'twobraids queue topknot dreadlocks pompadour receding bowl',
  tone: 'black dark mid grey white',
  beard: 'none full long short goatee moustache walrus chops curtain wisps imperial forked pencil handlebar',
  hat: 'none crown laurel tophat tricorne turban veil hijab nemes helmet tudor wizard deer band cap flowers',
  coat: 'bare toga coat suit ruff gown robe armour jersey fur space',
};

/** The keys whose words have drawings. */
const DRAWN = { hair: HAIR, beard: BEARD, hat: HAT, coat: COAT, prop: PROP };

const BLANK = newGrid();

const tone = async (row) => light((await sculpt('sitter', row)).relief).tone;
const plain = await sculpt('sitter', PLAIN_ROW);
const plainTone = light(plain.relief).tone;

test('the engine knows all named words', () => {
  for (const [key, words] of Object.entries(NAMED)) {
    for (const word of words.split(' ')) assert.ok(WORDS[key].includes(word), `${key} ${word}`);
  }
});

/** Every fifth word and the last. All words take the same code path, so a sample is enough. */
const sampleOf = (words) => words.filter((_, i) => i % 5 === 0 || i === words.length - 1);

for (const key of Object.keys(WORDS)) {
  test(`every ${key} gives a different portrait`, async () => {
    const seen = new Map();
    for (const word of key in DRAWN ? sampleOf(WORDS[key]) : WORDS[key]) {
      const { relief } = await sculpt('sitter', { ...PLAIN_ROW, [key]: word });
      assert.ok(filledCells(relief.figure) > 50_000, `${key} ${word} is empty`);
      const lit = light(relief).tone;
      for (const [other, its] of seen) {
        assert.ok(differingCells(lit, its, 60) > 60, `${key} ${word} looks like ${other}`);
      }
      seen.set(word, lit);
    }
  });
}

/** The coverage of a word, with the height and ink of its pieces. */
async function coverOf(pieces) {
  const cover = newGrid();
  for (const [n, { path, texture = 'plain', ink = 0, lift }] of pieces.entries()) {
    const weight = n + 1 + hashText(JSON.stringify([texture, ink, lift])) / 2 ** 32;
    const mask = await fillMask(path);
    for (let i = 0; i < cover.length; i++) cover[i] += mask[i] * weight;
  }
  return cover;
}

for (const [key, shapes] of Object.entries(DRAWN)) {
  test(`no ${key} has the drawing of another word`, async () => {
    assert.deepEqual(Object.keys(shapes).sort(), [...WORDS[key]].sort());
    const seen = new Map();
    for (const [word, pieces] of Object.entries(shapes)) {
      const cover = await coverOf(pieces);
      assert.equal(differingCells(cover, BLANK, 60) > 60, pieces.length > 0, `${key} ${word} cannot be seen`);
      for (const [other, its] of seen) {
        assert.ok(differingCells(cover, its, 60) > 60, `${key} ${word} is drawn as ${other}`);
      }
      seen.set(word, cover);
    }
  });
}

test('every numeric trait changes the portrait at both ends of its range', async () => {
  for (const [key, [low, high, fallback]] of Object.entries(NUMBERS)) {
    if (key === 'scale') continue;
    for (const value of [low, high].filter((end) => end !== fallback)) {
      const changed = differingCells(await tone({ ...PLAIN_ROW, [key]: value }), plainTone);
      assert.ok(changed > 60, `${key} ${value} changes ${changed} cells`);
    }
  }
});

test('glasses and an earring change the portrait', async () => {
  for (const flag of ['glasses', 'earring']) {
    assert.ok(differingCells(await tone({ ...PLAIN_ROW, [flag]: 1 }), plainTone) > 60, flag);
  }
});

test('darker skin adds ink and changes no feature', async () => {
  const fair = await sculpt('sitter', { ...PLAIN_ROW, skin: 0.05 });
  const dark = await sculpt('sitter', { ...PLAIN_ROW, skin: 0.35 });
  assert.equal(differingCells(fair.relief.height, dark.relief.height), 0);
  const sum = (grid) => grid.reduce((total, value) => total + value, 0);
  assert.ok(sum(dark.relief.ink) > sum(fair.relief.ink) * 1.5);
});

test('readTraits fills in the defaults', () => {
  const traits = readTraits({});
  assert.deepEqual(
    [traits.hair, traits.tone, traits.beard, traits.hat, traits.coat, traits.scale, traits.glasses, traits.emblem],
    ['short', 'dark', 'none', 'none', 'toga', 0.9, false, ''],
  );
});

for (const [row, message] of [
  [{ hair: 'mullet' }, /hair cannot be "mullet"; it is one of none short/],
  [{ hat: 'toString' }, /hat cannot be "toString"/],
  [{ nose: 11 }, /nose cannot be 11; it lies between -10 and 10/],
  [{ nose: '3' }, /nose cannot be "3"/],
  [{ age: Number.NaN }, /age cannot be null/],
  [{ glasses: 'yes' }, /glasses cannot be "yes"; it is true or false/],
  [{ horns: 2, wings: 1 }, /unknown traits: horns, wings/],
]) {
  test(`a bad row is refused: ${JSON.stringify(row)}`, () => {
    assert.throws(() => readTraits(row), { name: 'RangeError', message });
  });
}
