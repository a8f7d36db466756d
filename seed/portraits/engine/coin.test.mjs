import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { coinCrop, renderCoin } from './coin.mjs';
import { COIN } from './cuts.mjs';
import { sculptFigure } from './figure.mjs';
import { parseColour } from './print.mjs';
import { lightRelief } from './shade.mjs';
import { BARE_ROW, cacheMasks, PLAIN_ROW, PRESS } from '../testing.mjs';

cacheMasks();

const USUAL = { left: 14, top: 54, width: 413, height: 413 };

/** Draws the coin of the head whose traits are in `row`. */
async function renderCoinOf(row) {
  const { relief, traits } = await sculptFigure('sitter', row);
  return renderCoin(lightRelief(relief), traits, PRESS, false);
}

/** The difference between the brightest and the darkest pixel in a row of the coin, 0 to 255. */
async function contrastInRow(file, row) {
  const { data, info } = await sharp(file).greyscale().raw().toBuffer({ resolveWithObject: true });
  const line = [...data.subarray(row * info.width, (row + 1) * info.width)];
  return Math.max(...line) - Math.min(...line);
}

test('a head without a tall hat has the usual square', () => {
  assert.deepEqual(coinCrop({ top: 104, flip: false }), USUAL);
  assert.deepEqual(coinCrop({ top: 54, flip: false }), USUAL);
});

test('a flipped head lies further to the right, a medal in the middle', () => {
  assert.deepEqual(coinCrop({ top: 104, flip: true }), { ...USUAL, left: 62 });
  assert.deepEqual(coinCrop({ emblem: 'coffee', top: 0, flip: false }), { ...USUAL, left: 34, top: 78 });
});

test('the square of a tall hat keeps its lower edge, contains the hat and stays in the drawing', () => {
  for (const flip of [false, true]) {
    for (let top = 0; top < 54; top++) {
      const square = coinCrop({ top, flip });
      assert.equal(square.width, square.height);
      assert.ok(square.top <= top && square.top >= 0, `${top}: starts at ${square.top}`);
      assert.equal(square.top + square.height, USUAL.top + USUAL.height);
      assert.ok(square.left >= 0 && square.left + square.width <= 480, `${top}: reaches out sideways`);
    }
  }
});

test('the taller the hat, the larger the square', () => {
  const sides = [50, 40, 30, 20].map((top) => coinCrop({ top, flip: false }).width);
  assert.deepEqual(sides, sides.toSorted((a, b) => a - b));
});

test('no hat is cut at the edge of its coin', async () => {
  for (const hat of ['tophat', 'felt', 'bicorne', 'turban', 'none']) {
    const file = await renderCoinOf({ ...BARE_ROW, hair: 'short', hat });
    const { width, height } = await sharp(file).metadata();
    assert.deepEqual([width, height], [COIN.size, COIN.size]);
    assert.ok((await contrastInRow(file, 0)) < 12, `${hat} touches the edge`);
  }
});

test('a coin has its ground in the corner and stays under its budget', async () => {
  const file = await renderCoinOf(PLAIN_ROW);
  assert.ok(file.length < COIN.budget, `${file.length} bytes`);
  const { data } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  const ground = parseColour(PRESS.ink).map((value, c) => value * 0.9 + parseColour(PRESS.tint)[c] * 0.1);
  for (let c = 0; c < 3; c++) assert.ok(Math.abs(data[c] - ground[c]) < 16, `channel ${c} is ${data[c]}`);
});
