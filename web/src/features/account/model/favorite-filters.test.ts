import { describe, expect, it } from 'vitest';
import {
  activeFilters,
  initialFavoriteOptions,
  isFavoriteListOptions,
  isFiltered,
  parseMinimumCount,
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
  expect(parseMinimumCount(typed)).toBe(count);
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
    expect(activeFilters(initialFavoriteOptions)).toEqual([]);
    expect(isFiltered(initialFavoriteOptions)).toBe(false);
  });
});

it('refuses stored options of another shape', () => {
  expect(isFavoriteListOptions(initialFavoriteOptions)).toBe(true);
  expect(isFavoriteListOptions({ ...initialFavoriteOptions, sort: 'x' })).toBe(false);
  expect(isFavoriteListOptions({ ...initialFavoriteOptions, minLikes: -1 })).toBe(false);
  expect(isFavoriteListOptions(null)).toBe(false);
});
