import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readCatalogue } from './catalogue.mjs';
import { readTraits, WORDS } from './engine/traits.mjs';

const catalogue = await readCatalogue(fileURLToPath(new URL('../personas', import.meta.url)));

test('every row is valid', () => {
  for (const { slug, row } of catalogue) assert.doesNotThrow(() => readTraits(row), slug);
});

test('no two personas share hair and its tone, hat, beard, coat, glasses and prop', () => {
  const seen = new Map();
  for (const { slug, row } of catalogue) {
    const { hair, tone, hat, beard, coat, glasses, prop, emblem } = readTraits(row);
    const looks = emblem || [hair, tone, hat, beard, coat, glasses, prop].join(' ');
    assert.equal(seen.get(looks), undefined, `${slug} looks like ${seen.get(looks)}`);
    seen.set(looks, slug);
  }
});

test('personas with darker skin have lips and bridge within 4 of the plain face', () => {
  for (const { slug, row } of catalogue) {
    const { skin, lips, bridge } = readTraits(row);
    if (skin < 0.2) continue;
    assert.ok(Math.abs(lips) <= 4 && Math.abs(bridge) <= 4, slug);
  }
});

test('every emblem is the medal of one persona', () => {
  const emblems = catalogue.map(({ row }) => readTraits(row).emblem).filter(Boolean);
  assert.deepEqual(emblems.sort(), [...WORDS.emblem].sort());
});

test('personas that are things have an emblem', () => {
  const medals = catalogue.filter(({ row }) => readTraits(row).emblem).map(({ slug }) => slug);
  for (const slug of ['anxious-coffee-pot', 'mission-control-2389']) assert.ok(medals.includes(slug), slug);
});
