import assert from 'node:assert/strict';
import { test } from 'node:test';
import { momentAt, FRAME_RATE, listMoments } from './moments.mjs';

const isClose = (a, b) => Math.abs(a - b) < 1e-9;

test('the loop lasts twelve seconds', () => {
  assert.equal(listMoments().length / FRAME_RATE, 12);
});

test('it begins and ends as the poster', () => {
  const frames = listMoments();
  for (const { rise, drift } of [frames[0], frames.at(-1)]) assert.deepEqual([rise, drift], [1, 0]);
});

test('the heads are fully raised for six seconds around the seam of the loop', () => {
  const still = listMoments().filter(({ rise, drift }) => rise === 1 && drift === 0);
  assert.ok(Math.abs(still.length / FRAME_RATE - 6) < 0.15, `${still.length / FRAME_RATE} seconds`);
});

test('the lines drift by half a pitch before the heads sink', () => {
  assert.deepEqual(momentAt(1), { rise: 1, drift: 0 });
  const { rise, drift } = momentAt(2.2);
  assert.ok(isClose(rise, 1) && isClose(drift, 0.5), `${rise} ${drift}`);
});

test('the heads sink and rise within 2.4 seconds each, between them the page is flat', () => {
  const flat = momentAt(4.6);
  assert.equal(flat.rise, 0);
  assert.ok(momentAt(4.6 - 2.3).rise > 0.99 && momentAt(4.6 + 2.3).rise > 0.99);
  assert.ok(isClose(momentAt(4.6 - 1.2).rise, 0.5) && isClose(momentAt(4.6 + 1.2).rise, 0.5));
});

test('nothing jumps from one frame to the next, the first after the last included', () => {
  const frames = listMoments();
  for (const [i, { rise, drift }] of frames.entries()) {
    const next = frames[(i + 1) % frames.length];
    assert.ok(Math.abs(next.rise - rise) < 0.05, `rise after frame ${i}`);
    const step = next.drift - drift;
    assert.ok(Math.abs(step - Math.round(step)) < 0.05, `drift after frame ${i}`);
  }
});
