import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GROUNDS, groundAtDensity } from './ground.mjs';
import { lineInk } from './ruling.mjs';

const NAMES = ['ruled', 'diagonal', 'rings', 'rays', 'waves', 'spiral', 'rosette', 'vertical', 'lattice'];

test('there are the nine grounds of the category table', () => {
  assert.deepEqual(Object.keys(GROUNDS).sort(), [...NAMES].sort());
});

test('no two grounds are alike', () => {
  const prints = NAMES.map((name) => {
    const ground = groundAtDensity(name, 1);
    return Array.from({ length: 60 }, (_, i) => ground(i * 6.1, i * 7.3).toFixed(3)).join();
  });
  assert.equal(new Set(prints).size, NAMES.length);
});

for (const density of [1, 0.9, 0.7]) {
  test(`rays and spiral close after a turn at density ${density}`, () => {
    for (const name of ['rays', 'spiral']) {
      const ground = groundAtDensity(name, density);
      const centreY = name === 'rays' ? 250 : 200;
      const above = ground(60, centreY - 1e-6);
      const below = ground(60, centreY + 1e-6);
      assert.ok(Math.abs(above - below - Math.round(above - below)) < 1e-3, name);
    }
  });
}

test('a lower density gives fewer lines', () => {
  const lines = (density) => groundAtDensity('ruled', density)(0, 500) - groundAtDensity('ruled', density)(0, 0);
  assert.equal(lines(1), 100);
  assert.equal(lines(0.7), 70);
});

test('an unknown ground is refused', () => {
  assert.throws(() => groundAtDensity('paisley', 1), /no ground is called "paisley"/);
});

test('lineInk inks the middle of a line and not its border', () => {
  assert.equal(lineInk(3.5, 0.5), 1);
  assert.equal(lineInk(3, 0.5), 0);
  assert.equal(lineInk(-2.5, 0.5), 1);
  assert.ok(lineInk(3.25, 0.5) > 0.4 && lineInk(3.25, 0.5) < 0.6);
});
