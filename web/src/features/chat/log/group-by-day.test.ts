import { expect, it } from 'vitest';
import { localTurn } from '../state/message';
import { groupByDay } from './group-by-day';

it('groups messages by day, in their order', () => {
  const now = new Date('2026-11-21T12:00:00');
  const on = (day: string) =>
    localTurn('x', `user-${day}`, new Date(day).toISOString()).userMessage;
  const days = groupByDay(
    [
      '2026-11-19T10:00:00',
      '2026-11-20T10:00:00',
      '2026-11-20T23:00:00',
      '2026-11-21T01:00:00',
    ].map(on),
    now,
  );
  expect(days.map(({ label, messages }) => [label, messages.length])).toEqual([
    ['Thursday, November 19, 2026', 1],
    ['Yesterday', 2],
    ['Today', 1],
  ]);
});
