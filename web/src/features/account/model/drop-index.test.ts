import { expect, it } from 'vitest';
import { dropIndex } from './drop-index';

const rows = [0, 1, 2, 3].map((index) => ({ top: index * 60, height: 60 }));

// rule collections-move
it.each([
  [0, 10, 0],
  [0, 80, 0],
  [0, 100, 1],
  [0, 500, 3],
  [3, 10, 0],
  [3, 100, 2],
  [2, 0, 0],
  [2, 150, 2],
])('the row %d dropped at %d gets the index %d', (from, y, to) => {
  expect(dropIndex(rows, y, from)).toBe(to);
});
