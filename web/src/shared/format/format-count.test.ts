import { expect, it } from 'vitest';
import { countWithNoun, formatCount, formatWholeCount } from './format-count';

it.each([
  [0, '0'],
  [999, '999'],
  [6118, '6,118'],
  [9999, '9,999'],
  [10_000, '10k'],
  [26_412, '26.4k'],
  [999_400, '999.4k'],
  [1_200_000, '1.2m'],
])('shortens %i to %s', (count, text) => {
  expect(formatCount(count)).toBe(text);
});

it('writes a count in full', () => {
  expect(formatWholeCount(26_412)).toBe('26,412');
});

it.each([
  [0, '0 likes'],
  [1, '1 like'],
  [12_000, '12k likes'],
])('says %i with its noun', (count, text) => {
  expect(countWithNoun(count, 'like')).toBe(text);
});
