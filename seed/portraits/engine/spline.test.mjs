import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headPath } from './profile.mjs';
import { circlePath, closedSpline, scallopedEllipse } from './spline.mjs';

/** Lists all numbers of a path. */
const parseNumbers = (path) => path.match(/-?\d+(\.\d+)?/g).map(Number);

test('a closed spline passes through every point and ends where it began', () => {
  const points = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
  ];
  const path = closedSpline(points);
  assert.match(path, /^M0\.0,0\.0C.*Z$/);
  const curves = path.slice(1, -1).split('C').slice(1);
  assert.equal(curves.length, 4);
  const ends = curves.map((curve) => parseNumbers(curve).slice(4));
  assert.deepEqual(ends, [[10, 0], [10, 10], [0, 10], [0, 0]]);
});

test('handles are Catmull-Rom: a sixth of the chord between the neighbours', () => {
  const [first] = closedSpline([[0, 0], [60, 0], [60, 60], [0, 60]]).slice(1, -1).split('C').slice(1);
  assert.deepEqual(parseNumbers(first), [10, -10, 50, -10, 60, 0]);
});

test('a corner has no handles', () => {
  const curves = closedSpline([[0, 0], [60, 0, 1], [60, 60], [0, 60]]).slice(1, -1).split('C').slice(1);
  assert.deepEqual(parseNumbers(curves[0]).slice(2, 4), [60, 0]);
  assert.deepEqual(parseNumbers(curves[1]).slice(0, 2), [60, 0]);
});

test('a scallop has two points per lobe around its ellipse', () => {
  const path = scallopedEllipse({ cx: 100, cy: 50, rx: 40, ry: 30, lobes: 9, depth: 6 });
  assert.equal(path.split('C').length - 1, 18);
  const ends = path.slice(0, -1).split('C').slice(1).map((curve) => parseNumbers(curve).slice(4));
  for (const [x, y] of ends) {
    const reach = Math.hypot((x - 100) / 40, (y - 50) / 30);
    assert.ok(reach > 0.85 && reach < 1.35, `${x},${y} lies at ${reach}`);
  }
});

test('a circle starts at its leftmost point', () => {
  assert.equal(circlePath(20, 30, 5), 'M15,30a5,5 0 1 0 10,0a5,5 0 1 0 -10,0Z');
});

const PLAIN = { head: 'plain', age: 0, slope: 0, brow: 0, bridge: 0, nose: 0, tip: 0, lips: 0, chin: 0, jowl: 0, neck: 0, soft: 0 };

test('every number of a face changes the profile', () => {
  const plain = headPath(PLAIN);
  for (const key of Object.keys(PLAIN).filter((name) => name !== 'head')) {
    assert.notEqual(headPath({ ...PLAIN, [key]: 1 }), plain, `${key} changes nothing`);
  }
});

test('a head looks right: the nose is its rightmost point above the shoulders', () => {
  const ends = headPath(PLAIN).slice(1, -1).split('C').slice(1).map((curve) => parseNumbers(curve).slice(4));
  const face = ends.filter(([, y]) => y < 330);
  const [x, y] = face.reduce((most, point) => (point[0] > most[0] ? point : most));
  assert.ok(x > 300 && y > 210 && y < 250);
});
