import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distanceInside } from './distance.mjs';
import { valueNoise } from './noise.mjs';

function bruteForceDistances(mask, width, height) {
  return mask.map((value, i) => {
    if (value <= 0.5) return 0;
    let best = Infinity;
    for (let j = 0; j < width * height; j++) {
      if (mask[j] > 0.5) continue;
      best = Math.min(best, Math.hypot((i % width) - (j % width), Math.floor(i / width) - Math.floor(j / width)));
    }
    return best;
  });
}

function noiseMask(width, height, seed, threshold) {
  const noise = valueNoise(seed);
  return Float32Array.from({ length: width * height }, (_, i) =>
    noise((i % width) / 5, Math.floor(i / width) / 5) > threshold ? 1 : 0,
  );
}

for (const [width, height, seed, threshold] of [
  [31, 23, 1, 0.4],
  [23, 31, 2, 0.3],
  [40, 40, 3, 0.55],
  [1, 30, 4, 0.3],
  [30, 1, 5, 0.3],
]) {
  test(`distances of a ${width} by ${height} mask are exact`, () => {
    const mask = noiseMask(width, height, seed, threshold);
    assert.ok(mask.some((value) => value === 0) && mask.some((value) => value === 1));
    const expected = bruteForceDistances(mask, width, height);
    const actual = distanceInside(mask, width, height);
    actual.forEach((value, i) => assert.ok(Math.abs(value - expected[i]) < 1e-4, `cell ${i}: ${value}, ${expected[i]}`));
  });
}

test('a cell with a value of 0.5 or less is outside', () => {
  assert.deepEqual([...distanceInside(Float32Array.of(0, 0.5, 0.51, 1, 0.2), 5, 1)], [0, 0, 1, 1, 0]);
});

test('a mask without outside cells gets very large distances', () => {
  const distance = distanceInside(new Float32Array(12).fill(1), 4, 3);
  assert.ok(distance.every((value) => value > 10_000));
});
