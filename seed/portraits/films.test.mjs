import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readCatalogue } from './catalogue.mjs';
import { filmJob, FILMS } from './films.mjs';
import { SCENES } from './scenes.mjs';

const catalogue = await readCatalogue(fileURLToPath(new URL('../personas', import.meta.url)));
const filmJobFor = (name, of = catalogue) => filmJob(name, of, '/nowhere');
const readCommittedFilm = (file) => readFile(new URL(`video/${file}`, import.meta.url));

test('both banners are filmed, in two packings under 1.2 MB', () => {
  assert.deepEqual(Object.keys(FILMS), ['hero', 'hero-m']);
  for (const name of Object.keys(FILMS)) {
    assert.deepEqual(filmJobFor(name).budgets, { [`${name}.webm`]: 1_200_000, [`${name}.mp4`]: 1_200_000 });
  }
});

test('a frame has the shape of its poster and even sides', () => {
  for (const [name, wide] of Object.entries(FILMS)) {
    const { width, height } = filmJobFor(name).input.size;
    const { sheet } = SCENES.find((scene) => scene.name === name);
    assert.equal(width, wide);
    assert.deepEqual([width % 2, height % 2], [0, 0], name);
    assert.ok(Math.abs(height - (width * sheet.height) / sheet.width) <= 1, `${name}: ${height}`);
  }
});

test('the key of a film depends on its cast and the sources of film/', () => {
  const { input } = filmJobFor('hero');
  assert.equal(input.drawings.length, 2);
  assert.match(input.filmSources, /^[0-9a-f]{64}$/);
  const older = catalogue.map((sitter) => ({ ...sitter, row: { ...sitter.row, age: 1 } }));
  assert.notDeepEqual(filmJobFor('hero', older).input, input);
  assert.throws(() => filmJobFor('hero', []), /the scene hero needs the persona ada-lovelace/);
});

test('the committed films are WebM and MP4, and the MP4 can start before it is whole', async () => {
  for (const name of Object.keys(FILMS)) {
    assert.equal((await readCommittedFilm(`${name}.webm`)).readUInt32BE(0), 0x1a45dfa3, name);
    const mp4 = await readCommittedFilm(`${name}.mp4`);
    assert.equal(mp4.toString('latin1', 4, 8), 'ftyp', name);
    assert.ok(mp4.indexOf('moov') > 0 && mp4.indexOf('moov') < mp4.indexOf('mdat'), name);
  }
});
