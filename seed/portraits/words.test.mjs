import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { WORDS } from './engine/traits.mjs';
import { README_URL, withWords } from './words.mjs';

const text = await readFile(README_URL, 'utf8');

test('the README lists the words that the engine knows', () => {
  assert.equal(text, withWords(text), 'run `npm run words`');
  for (const words of Object.values(WORDS)) {
    for (const word of words) assert.match(text, new RegExp(`\\b${word}\\b`));
  }
});

test('only the text between the marks is replaced', () => {
  const written = withWords('before\n<!-- words -->\nold\n<!-- /words -->\nafter\n');
  assert.match(written, /^before\n<!-- words -->\n- `head`: plain round long square heart\n/);
  assert.match(written, /<!-- \/words -->\nafter\n$/);
  assert.doesNotMatch(written, /old\n/);
});

test('a text without marks is refused', () => {
  assert.throws(() => withWords('no marks'), /no place for the words/);
  assert.throws(() => withWords('<!-- /words -->\n<!-- words -->\n'), /no place for the words/);
});
