import { expect, it } from 'vitest';
import { canSend } from './draft';

// rule comments-nothing-empty
it.each([
  ['', false],
  ['   \n\t ', false],
  ['a', true],
  [`  ${'x'.repeat(10)}  `, true],
  ['x'.repeat(11), false],
  ['🜁'.repeat(10), true],
  ['🜁'.repeat(11), false],
])('%j may be sent: %s', (text, may) => {
  expect(canSend(text, 10)).toBe(may);
});

// rule comments-length
it('counts code points without the space around them', () => {
  expect(canSend(' 🜁a\n', 2)).toBe(true);
  expect(canSend(' 🜁a\n', 1)).toBe(false);
});
