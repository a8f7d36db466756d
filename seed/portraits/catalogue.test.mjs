import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readCatalogue, readCategories } from './catalogue.mjs';
import { CATEGORIES } from './categories.mjs';

async function folderWith(context, files) {
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-'));
  context.after(() => rm(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), JSON.stringify(content));
  return folder;
}

const rumi = { slug: 'rumi', category: 'Spiritual & Religious Figures', portrait: { hat: 'felt' }, bio: 'unused' };
const ada = { slug: 'ada', category: 'Scientists & Inventors', portrait: { hair: 'bun' } };

test('personas are read in order of their slugs with the press of their category', async (context) => {
  const folder = await folderWith(context, { 'rumi.json': rumi, 'ada.json': ada, 'notes.txt': {} });
  assert.deepEqual(await readCatalogue(folder), [
    { slug: 'ada', row: { hair: 'bun' }, press: CATEGORIES['Scientists & Inventors'] },
    { slug: 'rumi', row: { hat: 'felt' }, press: CATEGORIES['Spiritual & Religious Figures'] },
  ]);
});

for (const [what, persona, message] of [
  ['another slug than its name', { ...rumi, slug: 'romy' }, /rumi\.json: the slug "romy" is not the file's name/],
  ['an unknown category', { ...rumi, category: 'Poets' }, /there is no category "Poets"/],
  ['no row', { ...rumi, portrait: undefined }, /no portrait row/],
  ['a null row', { ...rumi, portrait: null }, /no portrait row/],
]) {
  test(`a persona with ${what} is refused`, async (context) => {
    await assert.rejects(readCatalogue(await folderWith(context, { 'rumi.json': persona })), message);
  });
}

test('categories are read in their order with the press of each', async (context) => {
  const categories = [
    { id: 'royalty', name: 'Royalty', icon: 'crown' },
    { id: 'athletes', name: 'Athletes', icon: 'medal' },
  ];
  const folder = await folderWith(context, { 'categories.json': categories });
  assert.deepEqual(await readCategories(join(folder, 'categories.json')), [
    { id: 'royalty', press: CATEGORIES.Royalty },
    { id: 'athletes', press: CATEGORIES.Athletes },
  ]);
});

test('a category without an ink is refused', async (context) => {
  const folder = await folderWith(context, { 'categories.json': [{ id: 'poets', name: 'Poets' }] });
  await assert.rejects(readCategories(join(folder, 'categories.json')), /there is no category "Poets"/);
});

test('the 24 categories of the product are all in the table of inks', async () => {
  const categories = await readCategories(new URL('../categories.json', import.meta.url));
  assert.equal(new Set(categories.map(({ press }) => press)).size, 24);
});
