import { expect, it } from 'vitest';
import { countCodePoints } from './count-code-points';

it.each([
  ['', 0],
  ['abc', 3],
  ['naïve', 5],
  ['€', 1],
  ['😀', 1],
  ['a😀b', 3],
  ['👩‍👧', 3],
  ['e\u0301', 2],
  ['\ud83d', 1],
  ['\ud83dx', 2],
  ['\ude00\ud83d', 2],
])('counts %j as %i, like the spread operator', (text, count) => {
  expect(countCodePoints(text)).toBe(count);
  expect([...text]).toHaveLength(count);
});
