import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { sculptFigure } from './figure.mjs';
import { BOARD_HEIGHT, BOARD_TOP, BOARD_WIDTH } from './geometry.mjs';
import { hashText } from './noise.mjs';
import { lightRelief } from './shade.mjs';
import { BEARDS } from './shapes/beard.mjs';
import { COATS } from './shapes/coat.mjs';
import { HAIR } from './shapes/hair.mjs';
import { HATS } from './shapes/hat.mjs';
import { PROPS } from './shapes/prop.mjs';
import { BARE_ROW, cacheMasks, differingCells, filledCells } from '../testing.mjs';
import { NUMBER_RANGES, readTraits, WORDS } from './traits.mjs';

/** Words that the engine must accept. It may accept others. */
const REQUIRED_WORDS = {
  head: 'plain round long square heart',
  hair:
    'none short crop curly fringe shock mane leonine afro long bob bun topbun updo wig braid shoulder spiky parted cropped wavy ' +
    'tonsure lowbun sleek ringlets braidcrown powdered braidsup geisha heian cornrows victory fingerwave gibson ' +
    'twobraids queue topknot dreadlocks pompadour receding bowl',
  tone: 'black dark mid grey white',
  beard: 'none full long short goatee moustache walrus chops curtain wisps imperial forked pencil handlebar',
  hat: 'none crown laurel tophat tricorne turban veil hijab nemes helmet tudor wizard deer band cap flowers',
  coat: 'bare toga coat suit ruff gown robe armour jersey fur space',
};

/** The traits that are drawn as pieces, each with its drawings by word. */
const DRAWINGS = { hair: HAIR, beard: BEARDS, hat: HATS, coat: COATS, prop: PROPS };

cacheMasks();

const toneOfRow = async (row) => lightRelief((await sculptFigure('sitter', row)).relief).tone;
const plain = await sculptFigure('sitter', BARE_ROW);
const plainTone = lightRelief(plain.relief).tone;

test('the engine knows all named words', () => {
  for (const [key, words] of Object.entries(REQUIRED_WORDS)) {
    for (const word of words.split(' ')) assert.ok(WORDS[key].includes(word), `${key} ${word}`);
  }
});

/** Every fifth word and the last. All words take the same code path, so a sample is enough. */
const sampleOf = (words) => words.filter((_, i) => i % 5 === 0 || i === words.length - 1);

for (const key of Object.keys(WORDS)) {
  test(`every ${key} gives a different portrait`, async () => {
    const seen = new Map();
    for (const word of key in DRAWINGS ? sampleOf(WORDS[key]) : WORDS[key]) {
      const { relief } = await sculptFigure('sitter', { ...BARE_ROW, ...(key === 'tone' && { hair: 'short' }), [key]: word });
      assert.ok(filledCells(relief.figure) > 50_000, `${key} ${word} is empty`);
      const lit = lightRelief(relief).tone;
      for (const [other, otherTone] of seen) {
        assert.ok(differingCells(lit, otherTone, 60) > 60, `${key} ${word} looks like ${other}`);
      }
      seen.set(word, lit);
    }
  });
}

/** Columns and rows of a small mask. Each of its cells is two units wide and high. */
const SMALL_WIDTH = BOARD_WIDTH / 2;
const SMALL_HEIGHT = BOARD_HEIGHT / 2;

/** Two drawings are alike if at most this many small cells differ. */
const MAX_ALIKE_CELLS = 20;

/** The small mask of a filled path: one byte per cell. */
function smallMask(path) {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SMALL_WIDTH}" height="${SMALL_HEIGHT}" ` +
    `viewBox="0 ${BOARD_TOP} ${BOARD_WIDTH} ${BOARD_HEIGHT}"><path d="${path}" fill="#fff"/></svg>`;
  return sharp(Buffer.from(svg)).flatten({ background: '#000' }).greyscale().raw().toBuffer();
}

/** The sum of the small masks of a word's pieces. A mask is weighted by its order, texture, ink and lift. */
async function smallCover(pieces) {
  const cover = new Float32Array(SMALL_WIDTH * SMALL_HEIGHT);
  const masks = await Promise.all(pieces.map(({ path }) => smallMask(path)));
  for (const [n, { texture = 'plain', ink = 0, lift }] of pieces.entries()) {
    const weight = n + 1 + hashText(JSON.stringify([texture, ink, lift])) / 2 ** 32;
    for (let i = 0; i < cover.length; i++) cover[i] += (masks[n][i] / 255) * weight;
  }
  return cover;
}

for (const [key, shapes] of Object.entries(DRAWINGS)) {
  test(`no ${key} has the drawing of another word`, async () => {
    assert.deepEqual(Object.keys(shapes).sort(), [...WORDS[key]].sort());
    const seen = new Map();
    const blank = await smallCover([]);
    for (const [word, pieces] of Object.entries(shapes)) {
      const cover = await smallCover(pieces);
      const visible = differingCells(cover, blank, MAX_ALIKE_CELLS) > MAX_ALIKE_CELLS;
      assert.equal(visible, pieces.length > 0, `${key} ${word} cannot be seen`);
      for (const [other, otherCover] of seen) {
        assert.ok(differingCells(cover, otherCover, MAX_ALIKE_CELLS) > MAX_ALIKE_CELLS, `${key} ${word} is drawn as ${other}`);
      }
      seen.set(word, cover);
    }
  });
}

test('every numeric trait changes the portrait at both ends of its range', async () => {
  for (const [key, [low, high, fallback]] of Object.entries(NUMBER_RANGES)) {
    if (key === 'scale') continue;
    for (const value of [low, high].filter((end) => end !== fallback)) {
      const changed = differingCells(await toneOfRow({ ...BARE_ROW, [key]: value }), plainTone);
      assert.ok(changed > 60, `${key} ${value} changes ${changed} cells`);
    }
  }
});

test('glasses and an earring change the portrait', async () => {
  for (const flag of ['glasses', 'earring']) {
    assert.ok(differingCells(await toneOfRow({ ...BARE_ROW, [flag]: 1 }), plainTone) > 60, flag);
  }
});

test('darker skin adds ink and changes no feature', async () => {
  const fair = await sculptFigure('sitter', { ...BARE_ROW, skin: 0.05 });
  const dark = await sculptFigure('sitter', { ...BARE_ROW, skin: 0.35 });
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
