import { describe, expect, it } from 'vitest';
import {
  canScrollUp,
  distanceToEnd,
  followsEndAfterScroll,
  isUpKey,
  type ScrollMetrics,
  scrollTopAfterPrepend,
} from './scroll-geometry';

/** An element of 400 px with 1000 px of content: the end is at 600. */
function metricsAt(scrollTop: number, over: Partial<ScrollMetrics> = {}): ScrollMetrics {
  return { scrollTop, clientHeight: 400, scrollHeight: 1000, ...over };
}

describe('distanceToEnd', () => {
  it.each([
    [metricsAt(600), 0],
    [metricsAt(0), 600],
    [metricsAt(599.4), 0.6],
    // Elastic scrolling reports positions beyond the end.
    [metricsAt(650), 0],
    [metricsAt(0, { scrollHeight: 300 }), 0],
  ])('of %o is %d', (view, distance) => {
    expect(distanceToEnd(view)).toBeCloseTo(distance);
  });
});

describe('followsEndAfterScroll', () => {
  const cases: [string, boolean, ScrollMetrics, ScrollMetrics, boolean][] = [
    ['keeps following at the end', true, metricsAt(600), metricsAt(600), true],
    ['keeps following within a pixel of the end', true, metricsAt(600), metricsAt(599.5), true],
    ['lets a reader go who moves up', true, metricsAt(600), metricsAt(560), false],
    ['lets a reader go who moves up by little', true, metricsAt(600), metricsAt(590), false],
    [
      'leaves a reader alone who moves down far from the end',
      false,
      metricsAt(100),
      metricsAt(200),
      false,
    ],
    ['leaves a reader alone who moves up', false, metricsAt(300), metricsAt(200), false],
    ['takes a reader along again near the end', false, metricsAt(500), metricsAt(570), true],
    ['takes a reader along again at the end', false, metricsAt(500), metricsAt(600), true],
    [
      'stays away when only the column grew',
      false,
      metricsAt(500),
      metricsAt(500, { scrollHeight: 1400 }),
      false,
    ],
    [
      'keeps following when the column shrank under it',
      true,
      metricsAt(600),
      metricsAt(450, { scrollHeight: 900 }),
      true,
    ],
    [
      'keeps following when the window grew',
      true,
      metricsAt(600),
      metricsAt(520, { clientHeight: 450 }),
      true,
    ],
    [
      'does not take up following because the column shrank',
      false,
      metricsAt(300),
      metricsAt(200, { scrollHeight: 900 }),
      false,
    ],
  ];
  it.each(cases)('%s', (_, follows, before, now, expected) => {
    expect(followsEndAfterScroll(follows, before, now)).toBe(expected);
  });
});

it('keeps visible rows in place when rows are prepended', () => {
  expect(scrollTopAfterPrepend(metricsAt(120), 1500)).toBe(620);
  expect(scrollTopAfterPrepend(metricsAt(0), 1000)).toBe(0);
});

it('cannot scroll up at the top', () => {
  expect(canScrollUp(metricsAt(0))).toBe(false);
  expect(canScrollUp(metricsAt(0.5))).toBe(false);
  expect(canScrollUp(metricsAt(2))).toBe(true);
});

it.each([
  ['ArrowUp', false, true],
  ['PageUp', false, true],
  ['Home', false, true],
  [' ', true, true],
  [' ', false, false],
  ['ArrowDown', false, false],
  ['a', true, false],
])('key %j with shift %s moves up: %s', (key, shift, up) => {
  expect(isUpKey(key, shift)).toBe(up);
});
