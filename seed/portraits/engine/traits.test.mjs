import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { sculpt } from './figure.mjs';
import { BOARD_HEIGHT, BOARD_TOP, BOARD_WIDTH } from './geometry.mjs';
import { hashText } from './noise.mjs';
import { light } from './shade.mjs';
import { BEARD } from './shapes/beard.mjs';
import { COAT } from './shapes/coat.mjs';
import { HAIR } from './shapes/hair.mjs';
import { HAT } from './shapes/hat.mjs';
import { PROP } from './shapes/prop.mjs';
import { BARE_ROW, cacheMasks, differingCells, filledCells } from '../testing.mjs';
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

cacheMasks();

const tone = async (row) => light((await sculpt('sitter', row)).relief).tone;
const plain = await sculpt('sitter', BARE_ROW);
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
      const { relief } = await sculpt('sitter', { ...BARE_ROW, ...(key === 'tone' && { hair: 'short' }), [key]: word });
      assert.ok(filledCells(relief.figure) > 50_000, `${key} ${word} is empty`);
      const lit = light(relief).tone;
      for (const [other, its] of seen) {
        assert.ok(differingCells(lit, its, 60) > 60, `${key} ${word} looks like ${other}`);
      }
      seen.set(word, lit);
    }
  });
}

/** Cells of a small cover per unit of the board. A cell is nine cells of the height map. */
const SMALL = 0.5;
const SMALL_SIZE = BOARD_WIDTH * SMALL * BOARD_HEIGHT * SMALL;

/** Two covers are different if more small cells differ. */
const ALIKE = 20;

/** A filled path, on small cells. */
function smallMask(path) {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${BOARD_WIDTH * SMALL}" height="${BOARD_HEIGHT * SMALL}" ` +
    `viewBox="0 ${BOARD_TOP} ${BOARD_WIDTH} ${BOARD_HEIGHT}"><path d="${path}" fill="#fff"/></svg>`;
  return sharp(Buffer.from(svg)).flatten({ background: '#000' }).greyscale().raw().toBuffer();
}

/** The small coverage of a word, with the height and ink of its pieces. */
async function coverOf(pieces) {
  const cover = new Float32Array(SMALL_SIZE);
  const masks = await Promise.all(pieces.map(({ path }) => smallMask(path)));
  for (const [n, { texture = 'plain', ink = 0, lift }] of pieces.entries()) {
    const weight = n + 1 + hashText(JSON.stringify([texture, ink, lift])) / 2 ** 32;
    for (let i = 0; i < cover.length; i++) cover[i] += (masks[n][i] / 255) * weight;
  }
  return cover;
}

for (const [key, shapes] of Object.entries(DRAWN)) {
  test(`no ${key} has the drawing of another word`, async () => {
    assert.deepEqual(Object.keys(shapes).sort(), [...WORDS[key]].sort());
    const seen = new Map();
    const blank = await coverOf([]);
    for (const [word, pieces] of Object.entries(shapes)) {
      const cover = await coverOf(pieces);
      assert.equal(differingCells(cover, blank, ALIKE) > ALIKE, pieces.length > 0, `${key} ${word} cannot be seen`);
      for (const [other, its] of seen) {
        assert.ok(differingCells(cover, its, ALIKE) > ALIKE, `${key} ${word} is drawn as ${other}`);
      }
      seen.set(word, cover);
    }
  });
}

test('every numeric trait changes the portrait at both ends of its range', async () => {
  for (const [key, [low, high, fallback]] of Object.entries(NUMBERS)) {
    if (key === 'scale') continue;
    for (const value of [low, high].filter((end) => end !== fallback)) {
      const changed = differingCells(await tone({ ...BARE_ROW, [key]: value }), plainTone);
      assert.ok(changed > 60, `${key} ${value} changes ${changed} cells`);
    }
  }
});

test('glasses and an earring change the portrait', async () => {
  for (const flag of ['glasses', 'earring']) {
    assert.ok(differingCells(await tone({ ...BARE_ROW, [flag]: 1 }), plainTone) > 60, flag);
  }
});

test('darker skin adds ink and changes no feature', async () => {
  const fair = await sculpt('sitter', { ...BARE_ROW, skin: 0.05 });
  const dark = await sculpt('sitter', { ...BARE_ROW, skin: 0.35 });
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
