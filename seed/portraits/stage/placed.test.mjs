import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GROUNDS } from '../engine/ground.mjs';
import { placedGround } from './placed.mjs';

test('rings are drawn around the point where they are placed', () => {
  const ground = placedGround({ name: 'rings', x: 430, y: 150 });
  assert.equal(ground(430, 150), 0);
  assert.ok(Math.abs(ground(430 + 52, 150) - 10) < 1e-9 && Math.abs(ground(430, 150 - 52) - 10) < 1e-9);
});

test('rays meet at the point where they are placed', () => {
  const ground = placedGround({ name: 'rays', x: 320, y: 400 });
  assert.equal(ground(330, 400), ground(600, 400));
  assert.equal(ground(320, 300), ground(320, 20));
});

test('every ground is moved and keeps its form', () => {
  for (const [name, ground] of Object.entries(GROUNDS)) {
    const there = placedGround({ name, x: 100, y: 100 });
    const here = placedGround({ name, x: 140, y: 120 });
    assert.ok(Math.abs(there(33, 47) - here(73, 67)) < 1e-9, name);
    assert.equal(typeof ground(0, 0), 'number');
  }
});

test('half of the lines stand twice as far apart', () => {
  const lines = (share) => {
    const ground = placedGround({ name: 'ruled', x: 0, y: 0, share });
    return ground(0, 100) - ground(0, 0);
  };
  assert.deepEqual([lines(undefined), lines(0.5)], [20, 10]);
});

test('an unknown ground is refused', () => {
  for (const name of ['paisley', 'constructor']) {
    assert.throws(() => placedGround({ name, x: 0, y: 0 }), RangeError(`no ground is called "${name}"`));
  }
});
