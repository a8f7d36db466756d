/** Checks that clothes, hair and props suit the personas. The engine itself accepts any combination. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { headPath } from './engine/profile.mjs';
import { fillMask } from './engine/raster.mjs';
import { shaperFor } from './engine/heads.mjs';
import { BEARDS } from './engine/shapes/beard.mjs';
import { GRIPS, PROPS } from './engine/shapes/prop.mjs';
import { CELLS_PER_UNIT, boardX, boardY } from './engine/geometry.mjs';
import { readTraits } from './engine/traits.mjs';

const PERSONAS_FOLDER = new URL('../personas/', import.meta.url);

/**
 * Reads the personas with a head. For each persona it returns the slug, the gender of the voice,
 * and the traits.
 */
async function readHeads() {
  const files = (await readdir(PERSONAS_FOLDER)).filter((name) => name.endsWith('.json'));
  const personas = await Promise.all(files.map(async (name) => JSON.parse(await readFile(new URL(name, PERSONAS_FOLDER), 'utf8'))));
  const heads = personas.map(({ slug, speech, portrait }) => ({ slug, gender: speech.gender, ...readTraits(portrait) }));
  return heads.filter(({ emblem }) => !emblem);
}

const heads = await readHeads();

/** Words for clothes and hair that only women of the catalogue wear, by trait. */
const WOMENS_WORDS = {
  coat: ['gown', 'dress', 'fichu', 'shawl', 'rebozo', 'evening', 'stola', 'sari'],
  hat: ['flowers', 'ribbon', 'tiara', 'modius', 'veil', 'veilcrown', 'feathers', 'hijab', 'wimple', 'kerchief', 'frenchhood', 'mobcap', 'cloche', 'bonnet'],
  hair: [
    ...['heian', 'bun', 'updo', 'lowbun', 'sleek', 'victory', 'fingerwave', 'gibson', 'geisha'],
    ...['braid', 'braidcrown', 'braidsup', 'twobraids', 'setcurls', 'pouf'],
  ],
};

/** Men with braided hair: the permitted hairstyle, and the reason. */
const BRAIDED_MEN = {
  'genghis-khan': { cut: 'twobraids', why: 'Mongol men wore a braid behind each ear' },
};

/** Women who wear a beard. A pharaoh's beard is part of the regalia. */
const BEARDED_WOMEN = ['hatshepsut'];

/** Personas famous for their nose, and why. */
const FAMOUS_NOSES = {
  'charles-de-gaulle': 'every caricature of him begins with it',
  'dante-alighieri': 'the eagle of all his portraits',
  'duke-of-wellington': 'Old Nosey to his soldiers',
  'hans-christian-andersen': 'he laughed at it himself',
  'oliver-cromwell': 'Nosey, and the ruby nose of the broadsheets',
  'sherlock-holmes': 'thin and hawk-like in Watson’s words',
};

/** Maximum of the trait `nose` for personas that are not in FAMOUS_NOSES. */
const MAX_USUAL_NOSE = 4;

/** Personas known for a checked cape, and why. */
const CAPE_WEARERS = {
  'frank-lloyd-wright': 'his cape and flat hat',
  'nellie-bly': 'the checked coat of her journey round the world',
  'sherlock-holmes': 'the Inverness',
};

/** Props that belong in the mouth. */
const SMOKED_PROPS = ['pipe', 'cigar'];

/** Props without a visible hand: those in the mouth, a microphone on its stand, and a palette, which covers its hand. */
const NOT_HELD = ['none', ...SMOKED_PROPS, 'mic', 'brush'];

/** The y of the chin of the head `plain`, in board units. */
const CHIN_Y = 311;

/** Least space between a prop and face or beard, in board units. */
const MIN_PROP_GAP = 3;

/** The y at which the throat ends, in board units. A prop may touch the breast below the throat. */
const THROAT_END_Y = 380;

test('no man and no bearded head wears a cut for women', () => {
  for (const { slug, gender, beard, ...row } of heads) {
    if (gender === 'female' && (beard === 'none' || BEARDED_WOMEN.includes(slug))) continue;
    for (const [trait, cuts] of Object.entries(WOMENS_WORDS)) {
      if (trait === 'hair' && row.hair === BRAIDED_MEN[slug]?.cut) continue;
      assert.ok(!cuts.includes(row[trait]), `${slug} wears ${trait} ${row[trait]}`);
    }
  }
});

test('only men have beards, and those women whose regalia it is', () => {
  const bearded = heads.filter(({ gender, beard }) => beard !== 'none' && gender !== 'male').map(({ slug }) => slug);
  assert.deepEqual(bearded, BEARDED_WOMEN);
});

test('only personas that are known for a long nose have one', () => {
  const long = heads.filter(({ nose }) => nose > MAX_USUAL_NOSE).map(({ slug }) => slug);
  assert.deepEqual(long.sort(), Object.keys(FAMOUS_NOSES));
});

test('the checked cape is worn by those who are known for it', () => {
  const caped = heads.filter(({ coat }) => coat === 'cape').map(({ slug }) => slug);
  assert.deepEqual(caped.sort(), Object.keys(CAPE_WEARERS));
});

test('at most three heads share shape, hair, beard, hat, coat and prop', () => {
  const sharers = new Map();
  for (const { slug, head, hair, beard, hat, coat, prop } of heads) {
    const looks = [head, hair, beard, hat, coat, prop].join(' ');
    sharers.set(looks, [...(sharers.get(looks) ?? []), slug]);
  }
  for (const [looks, slugs] of sharers) assert.ok(slugs.length <= 3, `${looks}: ${slugs}`);
});

/** The indices of the grid cells that the filled paths cover. */
async function coveredCells(paths) {
  const cells = new Set();
  for (const mask of await Promise.all(paths.map((path) => fillMask(path)))) {
    mask.forEach((cover, i) => cover > 0.5 && cells.add(i));
  }
  return cells;
}

/**
 * Returns the rightmost x of the cells in each row, by the y of the row. It leaves out rows below
 * the end of the throat.
 */
function frontXByRow(cells) {
  const front = new Map();
  for (const i of cells) if (boardY(i) < THROAT_END_Y) front.set(boardY(i), Math.max(front.get(boardY(i)) ?? 0, boardX(i)));
  return front;
}

/** The least distance in board units from face and beard to the prop; negative if they overlap. */
async function propGap(traits) {
  const { path } = shaperFor(traits.head);
  const worn = (pieces) => pieces.map((piece) => path(piece.path));
  const front = frontXByRow(await coveredCells([headPath(traits), ...worn(BEARDS[traits.beard])]));
  let space = Number.POSITIVE_INFINITY;
  for (const i of await coveredCells(worn(PROPS[traits.prop]))) {
    space = Math.min(space, boardX(i) - (front.get(boardY(i)) ?? Number.NEGATIVE_INFINITY));
  }
  return space - 1 / CELLS_PER_UNIT;
}

test('what is held is held low: its hand lies below the chin', () => {
  for (const { slug, prop } of heads.filter(({ prop }) => !NOT_HELD.includes(prop))) {
    assert.ok(GRIPS[prop]?.at[1] > CHIN_Y - 10, `${slug} holds the ${prop} at the face`);
  }
});

test('what is held stays off face and beard', async () => {
  for (const traits of heads.filter(({ prop }) => prop !== 'none' && !SMOKED_PROPS.includes(prop))) {
    const space = await propGap(traits);
    assert.ok(space >= MIN_PROP_GAP, `${traits.slug} has the ${traits.prop} ${space.toFixed(1)} units before the face`);
  }
});
