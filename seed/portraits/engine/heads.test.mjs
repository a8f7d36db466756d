import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sculptFigure } from './figure.mjs';
import { GRID_WIDTH, boardX, boardY } from './geometry.mjs';
import { HEADS, shaperFor } from './heads.mjs';
import { headPath } from './profile.mjs';
import { fillMask } from './raster.mjs';
import { lightRelief } from './shade.mjs';
import { readTraits } from './traits.mjs';
import { BARE_ROW, cacheMasks, differingCells, PLAIN_ROW } from '../testing.mjs';

cacheMasks();

const SHAPES = Object.keys(HEADS);
const headOutline = (row) => headPath(readTraits({ ...PLAIN_ROW, ...row }));
const headMask = (row) => fillMask(headOutline(row));
const isCovered = (mask, x, y) => mask[Math.round((y + 60) * 1.5) * GRID_WIDTH + Math.round(x * 1.5)] > 0.5;

/** The rightmost x of the mask at a y of the board. */
function rightmostX(mask, y) {
  let x = 399;
  while (x > 0 && !isCovered(mask, x, y)) x--;
  return x;
}

/** The y of the edge of chin or jaw at an x of the board: the first row from 270 downwards that the mask does not cover. */
function lowestY(mask, x) {
  let y = 270;
  while (isCovered(mask, x, y)) y++;
  return y;
}

/** The values of the trait `age` of the bare heads, from 0 (young) to 1 (old). */
const AGES = [0, 0.5, 0.75, 1];

/** The trait `skin` of the bare heads. */
const FAIR = 0.05;

/** The reliefs of each bare head in the order of AGES, sculpted once for all tests. */
const bareHeads = new Map();
for (const head of SHAPES) {
  const reliefs = [];
  for (const age of AGES) reliefs.push((await sculptFigure('sitter', { ...BARE_ROW, head, age, skin: FAIR })).relief);
  bareHeads.set(head, reliefs);
}

const masks = Object.fromEntries(await Promise.all(SHAPES.map(async (head) => [head, await headMask({ head })])));

test('the plain head leaves every point and path as it is', () => {
  const shaper = shaperFor('plain');
  assert.deepEqual(shaper.point([12, 34, 1]), [12, 34, 1]);
  assert.equal(shaper.path('M1,2a3,4 0 1 0 8,0Z'), 'M1,2a3,4 0 1 0 8,0Z');
});

test('each head has an outline of its own', () => {
  for (const head of SHAPES) {
    for (const other of SHAPES.filter((name) => name > head)) {
      const cells = differingCells(masks[head], masks[other]);
      assert.ok(cells > 1_500, `${head} and ${other} differ by ${cells} cells`);
    }
  }
});

test('the shapes differ from the plain head as their names say', () => {
  const plain = masks.plain;
  assert.ok(lowestY(masks.long, 270) > lowestY(plain, 270) + 6);
  assert.ok(lowestY(masks.round, 240) > lowestY(plain, 240) + 5);
  assert.ok(lowestY(masks.heart, 250) < lowestY(plain, 250) - 5);
  assert.ok(rightmostX(masks.square, 300) > rightmostX(plain, 300) + 2);
  assert.ok(rightmostX(masks.heart, 300) < rightmostX(plain, 300) - 2);
});

test('a shaper moves points and absolute commands, and keeps corner marks and relative commands', () => {
  const shaper = shaperFor('long');
  const [x, y, corner] = shaper.point([285, 266, 1]);
  assert.ok(y > 268 && Math.abs(x - 285) < 4 && corner === 1);
  const path = shaper.path('M285,266 C285,266 280,266 270,270 L0,500a6,8 0 1 0 8,0Z');
  assert.match(path, /^M\S+,\S+ C.* L0\.0,500\.0a6,8 0 1 0 8,0Z$/);
  assert.ok(Math.abs(Number(path.match(/^M[\d.]+,([\d.]+)/)[1]) - y) < 0.06);
});

test('no shape folds over itself: moved points keep their order', () => {
  for (const head of SHAPES) {
    const { point } = shaperFor(head);
    for (let y = 40; y < 420; y += 6) {
      for (let x = 20; x < 320; x += 6) {
        const here = point([x, y]);
        const kept = point([x + 6, y])[0] > here[0] + 1 && point([x, y + 6])[1] > here[1] + 1;
        assert.ok(kept, `${head} folds at ${x},${y}`);
      }
    }
  }
});

test('hair, beard, hat and glasses fit every head as they fit the plain one', async () => {
  const row = { ...PLAIN_ROW, hair: 'bun', beard: 'full', hat: 'crown', glasses: 1 };
  const plain = await sculptFigure('sitter', row);
  for (const head of SHAPES.slice(1)) {
    const { relief } = await sculptFigure('sitter', { ...row, head });
    const { point } = shaperFor(head);
    let missed = 0;
    for (let i = 0; i < relief.figure.length; i += 97) {
      if (plain.relief.figure[i] < 0.99 || boardY(i) > 230) continue;
      const [x, y] = point([boardX(i), boardY(i)]);
      if (!isCovered(relief.figure, Math.round(x), Math.round(y))) missed++;
    }
    assert.ok(missed < 15, `${head}: ${missed} places of the figure are bare`);
  }
});

test('every head changes with each step of age', () => {
  for (const [head, reliefs] of bareHeads) {
    const tones = reliefs.map((relief) => lightRelief(relief).tone);
    const change = tones.slice(1).map((tone, i) => differingCells(tone, tones[i]));
    for (const cells of change) assert.ok(cells > 800, `${head}: ${change}`);
  }
});

test('the outline sags in old age only', () => {
  assert.equal(headOutline({ age: 0.6 }), headOutline({ age: 0 }));
  assert.notEqual(headOutline({ age: 0.8 }), headOutline({ age: 0.6 }));
  assert.equal(headOutline({ age: 0.9 }), headOutline({ age: 1 }));
});

test('the tone of the skin changes no feature of any head, young or old', async () => {
  for (const [head, reliefs] of bareHeads) {
    for (const age of [0, 1]) {
      const fair = reliefs[AGES.indexOf(age)];
      const dark = await sculptFigure('sitter', { ...BARE_ROW, head, age, skin: 0.38 });
      assert.equal(differingCells(fair.height, dark.relief.height), 0, head);
    }
  }
});
