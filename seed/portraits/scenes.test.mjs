import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { readCatalogue } from './catalogue.mjs';
import { CATEGORIES } from './categories.mjs';
import { BOARD_WIDTH, FRAME_HEIGHT } from './engine/geometry.mjs';
import { sceneJob } from './jobs.mjs';
import { SCENES } from './scenes.mjs';

const catalogue = await readCatalogue(fileURLToPath(new URL('../personas', import.meta.url)));

/** The rightmost x of a plain profile and the y of the top of its hair, in board units. */
const NOSE_X = 309;
const CROWN_Y = 44;

const sceneNamed = (name) => SCENES.find((scene) => scene.name === name);
const scenesWithPrefix = (prefix) => SCENES.filter(({ name }) => name.startsWith(prefix));

/** The x of a head's nose on its sheet. */
const noseX = ({ x, scale, flip }) => x + (flip ? BOARD_WIDTH - NOSE_X : NOSE_X) * scale;

test('the sheets have their sizes and budgets', () => {
  const rest = SCENES.filter(({ name }) => !/^(tile|scene)-/.test(name));
  assert.deepEqual(
    rest.map(({ name, sheet }) => [name, sheet.width, sheet.height, sheet.budget]),
    [
      ['signin', 340, 560, 60_000],
      ['hero', 1440, 700, 110_000],
      ['hero-m', 390, 750, 110_000],
      ['not-found', 444, 450, 90_000],
      ['not-found-dark', 444, 450, 90_000],
    ],
  );
  for (const { name, sheet } of scenesWithPrefix('tile-')) assert.equal(sheet.budget, 80_000, name);
  for (const { name, sheet } of scenesWithPrefix('scene-')) assert.equal(sheet.budget, 90_000, name);
});

for (const [prefix, width, height] of [
  ['signin', 680, 1120],
  ['hero', 1440, 700],
  ['hero-m', 620, 1192],
  ['not-found', 888, 900],
  ['not-found-dark', 888, 900],
  ['tile-', 960, 540],
  ['scene-', 960, 540],
]) {
  test(`${prefix} is printed ${width} by ${height} pixels`, async () => {
    const scenes = prefix.endsWith('-') ? scenesWithPrefix(prefix) : [sceneNamed(prefix)];
    for (const { name } of scenes) {
      const made = await sharp(fileURLToPath(new URL(`img/${name}.webp`, import.meta.url))).metadata();
      assert.deepEqual([made.format, made.width, made.height], ['webp', width, height], name);
    }
  });
}

test('two personas in a scene face each other with space between them', () => {
  const pairs = SCENES.filter(({ cast }) => cast.length > 1);
  assert.equal(pairs.length, 6);
  for (const { name, cast, sheet } of pairs) {
    const [left, right] = cast;
    assert.ok(!left.flip && right.flip, name);
    assert.ok(noseX(left) < sheet.width / 2 && noseX(right) > sheet.width / 2, name);
    assert.ok(Math.abs(left.x + right.x + BOARD_WIDTH * right.scale - sheet.width) < 40 * left.scale, name);
  }
});

test('the banner shows Ada Lovelace and Marcus Aurelius, the small one below its words', () => {
  for (const name of ['hero', 'hero-m']) {
    assert.deepEqual(sceneNamed(name).cast.map(({ slug }) => slug), ['ada-lovelace', 'marcus-aurelius']);
  }
  const crowns = sceneNamed('hero-m').cast.map(({ y, scale }) => y + CROWN_Y * scale);
  assert.ok(Math.min(...crowns) > 345, `${crowns}`);
});

test('a tile looks left over the space for its words', () => {
  for (const { name, cast, sheet } of scenesWithPrefix('tile-')) {
    const [{ slug, ...place }] = cast;
    assert.deepEqual([cast.length, place.flip, name], [1, true, `tile-${slug}`]);
    assert.ok(noseX(place) >= sheet.width / 2 - 10, `${name}: ${noseX(place)}`);
  }
});

test('busts reach beyond the lower edge of the sheet', () => {
  for (const { name, cast, sheet } of SCENES) {
    for (const { slug, y, scale } of cast) {
      if (catalogue.find((sitter) => sitter.slug === slug).row.emblem) continue;
      assert.ok(y + FRAME_HEIGHT * scale >= sheet.height, `${slug} in ${name}`);
    }
  }
});

test('a scene in the ink of a persona has ink, tint and ground of its category', () => {
  const { sheet, laid } = sceneJob(sceneNamed('tile-cleopatra'), catalogue).input;
  const { ink, tint, ground } = CATEGORIES.Royalty;
  assert.deepEqual([sheet.ink, sheet.tint, laid.name], [ink, tint, ground]);
  assert.equal(sceneJob(sceneNamed('scene-a-short-history-of-talking-to-the-dead'), catalogue).input.laid.name, 'rays');
});

test('the key of a scene depends on its ground and the sources of stage/', () => {
  const scene = sceneNamed('tile-josephine-baker');
  const { input } = sceneJob(scene, catalogue);
  assert.match(input.stageSources, /^[0-9a-f]{64}$/);
  const moved = catalogue.map((sitter) => ({ ...sitter, press: CATEGORIES.Athletes }));
  assert.notDeepEqual(sceneJob(scene, moved).input, input);
  assert.equal(sceneJob(sceneNamed('hero'), catalogue).input.stageSources, undefined);
});

test('the picture of the not-found page is a head of low relief, grey on the paper of either theme', () => {
  for (const [name, paper] of [['not-found', '#E8ECE8'], ['not-found-dark', '#11161C']]) {
    const { sheet } = sceneNamed(name);
    assert.deepEqual([sheet.rise, sheet.ink], [0.24, paper]);
  }
});

test('every tile of the home page and every article has its scene', async () => {
  const content = new URL('../content/', import.meta.url);
  const sections = await readFile(new URL('sections.json', content), 'utf8');
  for (const { name } of scenesWithPrefix('tile-')) assert.ok(sections.includes(`"/portraits/${name}.webp"`), name);
  for (const file of await readdir(new URL('articles/', content))) {
    assert.ok(sceneNamed(`scene-${file.replace('.json', '')}`), file);
  }
});
