import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashText, valueNoise } from './noise.mjs';

test('hashText is FNV-1a', () => {
  assert.equal(hashText(''), 0x811c9dc5);
  assert.equal(hashText('a'), 0xe40c292c);
  assert.equal(hashText('foobar'), 0xbf9cf968);
});

test('the same seed gives the same noise, another seed another', () => {
  const first = valueNoise(7);
  const again = valueNoise(7);
  const other = valueNoise(8);
  let differs = 0;
  for (let i = 0; i < 200; i++) {
    const [x, y] = [i * 0.37 - 20, i * 0.61 - 40];
    assert.equal(first(x, y), again(x, y));
    if (first(x, y) !== other(x, y)) differs++;
  }
  assert.ok(differs > 190);
});

test('noise is between 0 and 1, also at negative coordinates', () => {
  const noise = valueNoise(hashText('ada-lovelace'));
  for (let i = -500; i < 500; i++) {
    const value = noise(i * 0.23, i * -0.71);
    assert.ok(value >= 0 && value <= 1, `noise gave ${value}`);
  }
});

test('noise is continuous', () => {
  const noise = valueNoise(3);
  for (let i = 0; i < 400; i++) {
    const x = i * 0.05;
    assert.ok(Math.abs(noise(x, 1.5) - noise(x + 0.001, 1.5)) < 0.01);
  }
});

test('a zero seed gives noise, not a constant', () => {
  const noise = valueNoise(0);
  const values = new Set(Array.from({ length: 20 }, (_, i) => noise(i, 0)));
  assert.ok(values.size > 10);
});
