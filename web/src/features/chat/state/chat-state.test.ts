import { expect, it } from 'vitest';
import { replyRow, userMessageRow } from '../test/fakes';
import { emptyChat, hasTalkPausedOneDay } from './chat-state';
import { messageFromRow } from './message';

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

// rule memory-previously
it.each([
  [
    'a talk of two days ago',
    [
      userMessageRow('a', { created_at: hoursAgo(49) }),
      replyRow('b', { created_at: hoursAgo(48) }),
    ],
    true,
  ],
  [
    'a talk of today',
    [userMessageRow('a', { created_at: hoursAgo(49) }), replyRow('b', { created_at: hoursAgo(2) })],
    false,
  ],
  ['an old greeting', [replyRow('b', { created_at: hoursAgo(48) })], false],
  ['nothing', [], false],
] as const)('%s has rested: %s', (_, rows, rested) => {
  const messages = rows.map((row) => messageFromRow(row));
  expect(hasTalkPausedOneDay({ ...emptyChat, messages })).toBe(rested);
});
