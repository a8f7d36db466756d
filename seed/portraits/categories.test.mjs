import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { CATEGORIES } from './categories.mjs';
import { GROUNDS } from './engine/ground.mjs';
import { parseColour } from './engine/print.mjs';

/** The category values of the catalogue, in their order (rule catalogue-categories). */
const NAMES = [
  'Funny & Imaginary',
  'Fictional & Imaginary',
  'Artists & Writers',
  'Scientists & Inventors',
  'Musicians & Composers',
  'World Leaders & Politicians',
  'Voices of the Future',
  'Philosophers & Thinkers',
  'Explorers & Adventurers',
  'Film & Media Icons',
  'Royalty',
  'Additional Artists & Architects',
  'World Leaders & Military Strategists',
  'Science & Math Legends',
  'Controversial Figures',
  'Infamous / Controversial Figures',
  'Additional Writers, Poets & Thinkers',
  'Modern Pioneers',
  'Literary & Cultural Icons',
  'Latin American, African, & Asian Icons',
  'Athletes',
  'Religious Figures',
  'Spiritual & Religious Figures',
  'Civil Rights & Activists',
];

/** Relative luminance of a colour (WCAG 2.2). */
function relativeLuminance(hex) {
  const [r, g, b] = parseColour(hex).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

test('there are the 24 categories and no other', () => {
  assert.deepEqual(Object.keys(CATEGORIES).sort(), [...NAMES].sort());
});

test('no two categories share both ink and ground', () => {
  const pairs = Object.values(CATEGORIES).map(({ inkName, ground }) => `${inkName} ${ground}`);
  assert.equal(new Set(pairs).size, 24);
});

test('an ink name always means the same ink and tint, and there are sixteen', () => {
  const inks = new Map();
  for (const { inkName, ink, tint } of Object.values(CATEGORIES)) {
    assert.equal(inks.get(inkName) ?? ink + tint, ink + tint);
    inks.set(inkName, ink + tint);
  }
  assert.equal(inks.size, 16);
});

test('every ground exists', () => {
  for (const [name, { ground }] of Object.entries(CATEGORIES)) assert.ok(ground in GROUNDS, name);
});

test('every ink has enough contrast with its tint', () => {
  for (const [name, { ink, tint }] of Object.entries(CATEGORIES)) {
    const contrast = (relativeLuminance(tint) + 0.05) / (relativeLuminance(ink) + 0.05);
    assert.ok(contrast >= 4.5, `${name}: ${contrast.toFixed(2)}`);
  }
});

test('categories.json holds the same table', async () => {
  const text = await readFile(new URL('./categories.json', import.meta.url), 'utf8');
  assert.equal(text, `${JSON.stringify(CATEGORIES, null, 2)}\n`);
});
