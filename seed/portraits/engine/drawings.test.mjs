import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawingsOf } from './drawings.mjs';
import { WORDS } from './traits.mjs';

const textOf = (row) => JSON.stringify(drawingsOf(row));

/** For each trait that shapes/ draws, a word that is not the default. */
const OTHER_WORDS = { hair: 'bob', beard: 'full', hat: 'turban', coat: 'suit', build: 'stout', prop: 'book' };

test('the drawings of a row change with every word that shapes/ draws', () => {
  for (const [trait, word] of Object.entries(OTHER_WORDS)) assert.notEqual(textOf({ [trait]: word }), textOf({}), trait);
});

test('they change when shoulders are bare or the ear is covered', () => {
  assert.notEqual(textOf({ coat: 'bare' }), textOf({ coat: 'tunic' }));
  assert.notEqual(drawingsOf({ hair: 'long' }).earCovered, drawingsOf({ hair: 'short' }).earCovered);
});

test('numbers do not change them', () => {
  assert.equal(textOf({ nose: 3, age: 0.9 }), textOf({}));
});

test('an emblem has the pieces of its device alone', () => {
  for (const emblem of WORDS.emblem) assert.ok(drawingsOf({ emblem }).length > 0, emblem);
});

test('an invalid row is refused', () => {
  assert.throws(() => drawingsOf({ emblem: 'coffee' }), /emblem cannot be "coffee"/);
});
