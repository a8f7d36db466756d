import { expect, it } from 'vitest';
import { popularityOf } from './popularity';

// rule profile-popularity
it.each([
  [0, 'Growing'],
  [50, 'Growing'],
  [51, 'Medium'],
  [100, 'Medium'],
  [101, 'High'],
])('%i followers: %s', (followers, text) => {
  expect(popularityOf(followers)).toBe(text);
});
