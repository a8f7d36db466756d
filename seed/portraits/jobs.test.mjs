import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CATEGORIES } from './categories.mjs';
import { jobsFor, portraitJob, signInJob } from './jobs.mjs';

const press = CATEGORIES['Scientists & Inventors'];
const ada = { slug: 'ada-lovelace', row: { hair: 'bun', coat: 'gown', soft: 1 }, press };
const pot = { slug: 'anxious-coffee-pot', row: { emblem: 'coffee' }, press };

test('a persona has three cuts with the budgets of the direction', () => {
  assert.deepEqual(portraitJob(pot).budgets, {
    'anxious-coffee-pot-coin.webp': 6_000,
    'anxious-coffee-pot-card.webp': 30_000,
    'anxious-coffee-pot-plate.webp': 60_000,
  });
});

test('what is struck is what was promised', async () => {
  const job = portraitJob(pot);
  const files = await job.strike();
  assert.deepEqual(Object.keys(files).sort(), Object.keys(job.budgets).sort());
  for (const [name, data] of Object.entries(files)) assert.ok(data.length > 0 && data.length < job.budgets[name], name);
});

test('the sign-in engraving is upright, of the host, and fits', async () => {
  const { default: sharp } = await import('sharp');
  const job = signInJob([pot, ada]);
  const { 'signin.webp': file } = await job.strike();
  const { width, height } = await sharp(file).metadata();
  assert.deepEqual([width, height], [680, 1120]);
  assert.ok(file.length < 60_000, `${file.length} bytes`);
});

test('without the host there is no sign-in engraving', () => {
  assert.throws(() => signInJob([pot]), /needs the persona ada-lovelace/);
});

test('a change of the row or category changes the input, nothing else does', () => {
  const input = (sitter) => JSON.stringify(portraitJob(sitter).input);
  assert.equal(input({ ...pot }), input(pot));
  assert.notEqual(input({ ...pot, row: { emblem: 'cup-soda' } }), input(pot));
  assert.notEqual(input({ ...pot, press: CATEGORIES.Royalty }), input(pot));
});

test('a catalogue has one job per persona and the sign-in', () => {
  assert.deepEqual(jobsFor([ada, pot]).map(({ name }) => name), ['ada-lovelace', 'anxious-coffee-pot', 'signin']);
});
