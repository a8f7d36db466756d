import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CATEGORIES } from './categories.mjs';
import { BOARD_WIDTH } from './engine/geometry.mjs';
import { jobsFor, portraitJob, sceneJob, swatchJob } from './jobs.mjs';
import { SCENES } from './scenes.mjs';

const press = CATEGORIES['Scientists & Inventors'];
const ada = { slug: 'ada-lovelace', row: { hair: 'bun', coat: 'gown', soft: 1 }, press };
const marcus = { slug: 'marcus-aurelius', row: { hair: 'curly', beard: 'full', coat: 'toga' }, press };
const pot = { slug: 'anxious-coffee-pot', row: { emblem: 'coffee' }, press };

/** Where a plain profile ends to the right and a head of hair at the top, in board units. */
const NOSE = 309;
const CROWN = 44;

test('a persona has three cuts with the budgets of the direction', () => {
  assert.deepEqual(portraitJob(pot).budgets, {
    'anxious-coffee-pot-coin.webp': 6_000,
    'anxious-coffee-pot-card.webp': 27_000,
    'anxious-coffee-pot-plate.webp': 52_000,
  });
});

test('what is struck is what was promised', async () => {
  const job = portraitJob(pot);
  const files = await job.strike();
  assert.deepEqual(Object.keys(files).sort(), Object.keys(job.budgets).sort());
  for (const [name, data] of Object.entries(files)) assert.ok(data.length > 0 && data.length < job.budgets[name], name);
});

const sceneCalled = (name) => SCENES.find((scene) => scene.name === name);

test('the scenes are the sign-in sheet and the two banners', () => {
  const sizes = SCENES.map(({ name, sheet }) => [name, sheet.width, sheet.height, sheet.budget]);
  assert.deepEqual(sizes, [
    ['signin', 340, 560, 60_000],
    ['hero', 1440, 700, 110_000],
    ['hero-m', 390, 750, 110_000],
  ]);
});

for (const { name, pixels, rows } of [
  { name: 'signin', pixels: 680, rows: 1120 },
  { name: 'hero', pixels: 1440, rows: 700 },
  { name: 'hero-m', pixels: 620, rows: 1192 },
]) {
  test(`${name}.webp has its size and fits its budget`, async () => {
    const { default: sharp } = await import('sharp');
    const job = sceneJob(sceneCalled(name), [pot, ada, marcus]);
    const files = await job.strike();
    assert.deepEqual(Object.keys(files), Object.keys(job.budgets));
    const file = files[`${name}.webp`];
    const { width, height } = await sharp(file).metadata();
    assert.deepEqual([width, height], [pixels, rows]);
    assert.ok(file.length < job.budgets[`${name}.webp`], `${file.length} bytes`);
  });
}

test('the two of a banner face each other across a free middle', () => {
  for (const name of ['hero', 'hero-m']) {
    const { cast, sheet } = sceneCalled(name);
    const [left, right] = cast;
    assert.deepEqual([left.slug, right.slug], ['ada-lovelace', 'marcus-aurelius']);
    assert.ok(!left.flip && right.flip, name);
    const noses = [left.x + NOSE * left.scale, right.x + (BOARD_WIDTH - NOSE) * right.scale];
    assert.ok(noses[0] < sheet.width / 2 && noses[1] > sheet.width / 2, `${name}: ${noses}`);
  }
});

test('the heads of the small banner stay below its words', () => {
  const { cast } = sceneCalled('hero-m');
  const crowns = cast.map(({ y, scale }) => y + CROWN * scale);
  assert.ok(Math.min(...crowns) > 345, `${crowns}`);
});

test('a scene whose cast is not in the catalogue is refused', () => {
  assert.throws(() => sceneJob(sceneCalled('signin'), [pot]), /scene signin needs the persona ada-lovelace/);
  assert.throws(() => sceneJob(sceneCalled('hero'), [ada]), /scene hero needs the persona marcus-aurelius/);
});

test("a scene follows its cast's rows and its places", () => {
  const input = (scene, catalogue) => JSON.stringify(sceneJob(scene, catalogue).input);
  const hero = sceneCalled('hero');
  const first = input(hero, [ada, marcus]);
  assert.equal(input(hero, [marcus, ada, pot]), first);
  assert.notEqual(input(hero, [ada, { ...marcus, row: { ...marcus.row, age: 1 } }]), first);
  assert.notEqual(input({ ...hero, sheet: { ...hero.sheet, pitch: 6 } }, [ada, marcus]), first);
});

test('a change of the row or category changes the input, nothing else does', () => {
  const input = (sitter) => JSON.stringify(portraitJob(sitter).input);
  assert.equal(input({ ...pot }), input(pot));
  assert.notEqual(input({ ...pot, row: { emblem: 'cup-soda' } }), input(pot));
  assert.notEqual(input({ ...pot, press: CATEGORIES.Royalty }), input(pot));
});

const royalty = { id: 'royalty', press: CATEGORIES.Royalty };

test('a category has one small swatch of its ground', async () => {
  const job = swatchJob(royalty);
  assert.deepEqual([job.name, job.budgets], ['ground-royalty', { 'ground-royalty.webp': 6_000 }]);
  const files = await job.strike();
  assert.deepEqual(Object.keys(files), ['ground-royalty.webp']);
  assert.ok(files['ground-royalty.webp'].length < 6_000);
});

test('a swatch follows its press and what lays grounds', () => {
  const { input } = swatchJob(royalty);
  assert.notDeepEqual(swatchJob({ ...royalty, press }).input, input);
  assert.match(input.stage, /^[0-9a-f]{64}$/);
});

test('a catalogue has one job per persona, scene and category', () => {
  assert.deepEqual(
    jobsFor([ada, marcus, pot], [royalty]).map(({ name }) => name),
    ['ada-lovelace', 'marcus-aurelius', 'anxious-coffee-pot', 'signin', 'hero', 'hero-m', 'ground-royalty'],
  );
});
