import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movePoints, pushShaper } from './bend.mjs';

test('movePoints moves absolute points and keeps relative commands', () => {
  const down = ([x, y]) => [x, y + 10];
  assert.equal(movePoints('M1,2 L3,4a5,6 0 1 0 7,0Z', down), 'M1.0,12.0 L3.0,14.0a5,6 0 1 0 7,0Z');
});

test('a push moves its centre fully and distant points not at all', () => {
  const { point } = pushShaper([[100, 100, 20, 20, 8, -4]]);
  assert.deepEqual(point([100, 100]), [108, 96]);
  const [x, y] = point([300, 300]);
  assert.ok(Math.abs(x - 300) < 1e-6 && Math.abs(y - 300) < 1e-6);
});

test('a corner stays a corner', () => {
  assert.deepEqual(pushShaper([[0, 0, 1, 1, 5, 0]]).point([0, 0, 1]), [5, 0, 1]);
});

test('without pushes a path keeps its bytes', () => {
  assert.equal(pushShaper([]).path('M1,2Z'), 'M1,2Z');
});
