import { describe, expect, it } from 'vitest';
import {
  activeFilters,
  firstWish,
  isFavoriteWish,
  isFiltered,
  readMinimum,
} from './favorite-filters';

// rule favorites-filters
it.each([
  ['500', 500],
  [' 7 ', 7],
  ['', 0],
  ['-3', 0],
  ['1.5', 0],
  ['many', 0],
  ['1e3', 0],
  ['9'.repeat(30), 0],
])('reads the minimum %j as %d', (typed, count) => {
  expect(readMinimum(typed)).toBe(count);
});

describe('activeFilters', () => {
  // rule favorites-filter-form
  it('has a chip for each filter that is on', () => {
    const filters = { type: 'premium', minChats: 1000, minLikes: 500 } as const;
    expect(activeFilters(filters).map(({ label }) => label)).toEqual([
      'Account Type: Premium',
      'Minimum Chats: 1,000',
      'Minimum Likes: 500',
    ]);
    expect(isFiltered(filters)).toBe(true);
    expect(activeFilters(firstWish)).toEqual([]);
    expect(isFiltered(firstWish)).toBe(false);
  });
});

it('refuses a stored wish of another shape', () => {
  expect(isFavoriteWish(firstWish)).toBe(true);
  expect(isFavoriteWish({ ...firstWish, sort: 'x' })).toBe(false);
  expect(isFavoriteWish({ ...firstWish, minLikes: -1 })).toBe(false);
  expect(isFavoriteWish(null)).toBe(false);
});
