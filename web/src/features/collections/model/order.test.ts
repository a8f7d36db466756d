import { expect, it } from 'vitest';
import { withItemMoved } from './move-item';

it.each([
  [0, 2, ['b', 'c', 'a']],
  [2, 0, ['c', 'a', 'b']],
  [1, 1, ['a', 'b', 'c']],
  [7, 0, ['a', 'b', 'c']],
])('moves from %d to %d', (from, to, order) => {
  expect(withItemMoved(['a', 'b', 'c'], from, to)).toEqual(order);
});
