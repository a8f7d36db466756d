import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CATEGORIES } from './categories.mjs';
import { drawingsOf } from './engine/drawings.mjs';
import { jobsFor, portraitJob, sceneJob, swatchJob } from './jobs.mjs';
import { SCENES } from './scenes.mjs';
import { BARE_ROW, cacheMasks } from './testing.mjs';

cacheMasks();

const press = CATEGORIES['Scientists & Inventors'];
const ada = { slug: 'ada-lovelace', row: { ...BARE_ROW, soft: 1 }, press };
const marcus = { slug: 'marcus-aurelius', row: { hair: 'curly', beard: 'full', coat: 'toga' }, press };
const pot = { slug: 'anxious-coffee-pot', row: { emblem: 'coffeepot' }, press };

test('a persona has three cuts with their budgets', () => {
  assert.deepEqual(portraitJob(pot).budgets, {
    'anxious-coffee-pot-coin.webp': 6_000,
    'anxious-coffee-pot-card.webp': 27_000,
    'anxious-coffee-pot-plate.webp': 52_000,
  });
});

test('a job makes exactly the files of its budgets', async () => {
  const job = portraitJob(pot);
  const files = await job.render();
  assert.deepEqual(Object.keys(files).sort(), Object.keys(job.budgets).sort());
  for (const [name, data] of Object.entries(files)) assert.ok(data.length > 0 && data.length < job.budgets[name], name);
});

const sceneNamed = (name) => SCENES.find((scene) => scene.name === name);

/** A small scene, to keep the test fast. */
const smallScene = (over = {}) => ({
  name: 'vignette',
  cast: [{ slug: 'ada-lovelace', x: 0, y: 0, scale: 0.2 }],
  sheet: { width: 120, height: 100, pixels: 60, ink: '#10151C', tint: '#EFE6D2', budget: 9_000 },
  ...over,
});

test('a scene is rendered on its sheet, under its budget', async () => {
  const { default: sharp } = await import('sharp');
  const job = sceneJob(smallScene(), [ada]);
  assert.deepEqual(job.budgets, { 'vignette.webp': 9_000 });
  const { 'vignette.webp': file, ...others } = await job.render();
  const { width, height } = await sharp(file).metadata();
  assert.deepEqual([width, height, Object.keys(others)], [60, 50, []]);
});

test("the ground of a scene is its category's, laid where the scene says", async () => {
  const { ink, tint, budget, ...sheet } = smallScene().sheet;
  const render = async (ground) => {
    const scene = smallScene({ inkOf: 'ada-lovelace', ground, sheet: { ...sheet, budget } });
    return (await sceneJob(scene, [ada]).render())['vignette.webp'];
  };
  const rings = await render({ x: 60, y: 50 });
  assert.ok(rings.equals(await render({ name: press.ground, x: 60, y: 50 })));
  assert.ok(!rings.equals(await render({ x: 10, y: 50 })));
  assert.ok(!rings.equals(await render({ name: 'rays', x: 60, y: 50 })));
});

test('a scene whose cast is not in the catalogue is refused', () => {
  assert.throws(() => sceneJob(sceneNamed('signin'), [pot]), /scene signin needs the persona ada-lovelace/);
  assert.throws(() => sceneJob(sceneNamed('hero'), [ada]), /scene hero needs the persona marcus-aurelius/);
});

test("the input of a scene has the rows and places of its cast", () => {
  const input = (scene, catalogue) => JSON.stringify(sceneJob(scene, catalogue).input);
  const hero = sceneNamed('hero');
  const first = input(hero, [ada, marcus]);
  assert.equal(input(hero, [marcus, ada, pot]), first);
  assert.notEqual(input(hero, [ada, { ...marcus, row: { ...marcus.row, age: 1 } }]), first);
  assert.notEqual(input({ ...hero, sheet: { ...hero.sheet, pitch: 6 } }, [ada, marcus]), first);
});

test('a change of the row or category changes the input, nothing else does', () => {
  const input = (sitter) => JSON.stringify(portraitJob(sitter).input);
  assert.equal(input({ ...pot }), input(pot));
  assert.notEqual(input({ ...pot, row: { emblem: 'deskbell' } }), input(pot));
  assert.notEqual(input({ ...pot, press: CATEGORIES.Royalty }), input(pot));
});

test('the drawings of a row belong to the input of its portrait and of its scenes', () => {
  assert.deepEqual(portraitJob(marcus).input.drawings, drawingsOf(marcus.row));
  assert.deepEqual(sceneJob(sceneNamed('hero'), [ada, marcus]).input.drawings, [ada, marcus].map(({ row }) => drawingsOf(row)));
});

test('an invalid row is refused', () => {
  assert.throws(() => portraitJob({ ...pot, row: { emblem: 'coffee' } }), /emblem cannot be "coffee"/);
});

const royalty = { id: 'royalty', press: CATEGORIES.Royalty };

test('a category has one small swatch of its ground', async () => {
  const job = swatchJob(royalty);
  assert.deepEqual([job.name, job.budgets], ['ground-royalty', { 'ground-royalty.webp': 6_000 }]);
  const files = await job.render();
  assert.deepEqual(Object.keys(files), ['ground-royalty.webp']);
  assert.ok(files['ground-royalty.webp'].length < 6_000);
});

test('the key of a swatch depends on its press and the sources of stage/', () => {
  const { input } = swatchJob(royalty);
  assert.notDeepEqual(swatchJob({ ...royalty, press }).input, input);
  assert.match(input.stageSources, /^[0-9a-f]{64}$/);
});

test('a catalogue has one job per persona, scene and category', () => {
  const cast = new Set(SCENES.flatMap((scene) => scene.cast.map(({ slug }) => slug)));
  const catalogue = [...cast].map((slug) => ({ ...ada, slug }));
  const names = jobsFor([...catalogue, pot], [royalty]).map(({ name }) => name);
  assert.deepEqual(names, [...cast, pot.slug, ...SCENES.map(({ name }) => name), 'ground-royalty']);
  assert.equal(new Set(names).size, names.length);
});
