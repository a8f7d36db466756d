import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineBetween, lockPath, spotBetween, plaitPaths } from './strand.mjs';

/** Lists all spots of a path. */
function parseSpots(path) {
  const numbers = path.match(/-?\d+(\.\d+)?/g).map(Number);
  return numbers.flatMap((x, i) => (i % 2 ? [] : [[x, numbers[i + 1]]]));
}

/** The spots at which the curves of a path end, without their handles. */
const curveEnds = (path) => parseSpots(path).filter((_, i) => i % 3 === 0);

const DOWN = [[100, 0], [100, 60], [100, 120]];

test('lineBetween interpolates two lines spot by spot', () => {
  assert.deepEqual(spotBetween([0, 0], [10, 20], 0.5), [5, 10]);
  assert.deepEqual(lineBetween([[0, 0], [0, 10]], [[8, 0], [8, 30]], 0.25), [[2, 0], [2, 15]]);
});

test('a lock has the given width and narrows at its end', () => {
  const outline = curveEnds(lockPath(DOWN, 20));
  const across = (from, to) => outline.filter(([, y]) => y >= from && y <= to).map(([x]) => Math.abs(x - 100));
  assert.ok(Math.max(...across(20, 80)) > 9.5 && Math.max(...across(0, 120)) < 11);
  assert.ok(Math.max(...across(119.5, 121)) < 7);
});

test('the turns of a plait alternate between left and right', () => {
  const [left, right] = plaitPaths(DOWN, 20);
  const count = (path) => path.split('M').length - 1;
  assert.ok(count(left) >= 5 && Math.abs(count(left) - count(right)) <= 1);
  const middle = (path) => parseSpots(path).reduce((sum, [x]) => sum + x, 0) / parseSpots(path).length;
  assert.ok(Math.abs(middle(left) - middle(right)) > 3);
});

test('a longer plait has more turns, a wider one fewer', () => {
  const count = (line, width) => plaitPaths(line, width).join('').split('M').length - 1;
  assert.ok(count([[0, 0], [0, 300]], 20) > count([[0, 0], [0, 150]], 20));
  assert.ok(count([[0, 0], [0, 300]], 40) < count([[0, 0], [0, 300]], 20));
});
