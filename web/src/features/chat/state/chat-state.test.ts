import { expect, it } from 'vitest';
import { replyRow, userRow } from '../test/fakes';
import { emptyChat, hasPausedForDay } from './chat-state';
import { messageFromRow } from './message';

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

// rule memory-previously
it.each([
  [
    'a talk of two days ago',
    [userRow('a', { created_at: hoursAgo(49) }), replyRow('b', { created_at: hoursAgo(48) })],
    true,
  ],
  [
    'a talk of today',
    [userRow('a', { created_at: hoursAgo(49) }), replyRow('b', { created_at: hoursAgo(2) })],
    false,
  ],
  ['an old greeting', [replyRow('b', { created_at: hoursAgo(48) })], false],
  ['nothing', [], false],
] as const)('%s has rested: %s', (_, rows, rested) => {
  const messages = rows.map((row) => messageFromRow(row));
  expect(hasPausedForDay({ ...emptyChat, messages })).toBe(rested);
});
