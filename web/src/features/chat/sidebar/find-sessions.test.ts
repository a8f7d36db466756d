import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '#/shared/api/errors';
import { newClientId } from '../conversation/client-id';
import { groupByDay } from '../log/group-by-day';
import { localTurn } from '../state/message';
import { readRefusal } from '../state/refusal';
import { fakeSession } from '../test/fakes';
import { waitText } from '../texts';
import { findSessions } from './find-sessions';

describe('findSessions', () => {
  const ada = fakeSession();
  const frida = fakeSession(
    { id: 'u1_21', lastMessage: { content: 'Paint, then.' } },
    { name: 'Frida Káhlo', slug: 'frida' },
  );
  it.each([
    ['', [ada, frida]],
    ['  ', [ada, frida]],
    ['LOVE', [ada]],
    ['kahlo', [frida]],
    ['Káhlo', [frida]],
    ['frida paint', [frida]],
    ['frida love', []],
  ])('finds %j without case and accents', (search, found) => {
    expect(findSessions([ada, frida], search)).toEqual(found);
  });
});

it('groups messages by day, in their order', () => {
  const now = new Date('2026-11-21T12:00:00');
  const on = (day: string) => localTurn('x', `user-${day}`, new Date(day).toISOString()).user;
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

describe('newClientId', () => {
  // rule chat-client-id
  it('is new each time and begins with user-', () => {
    const ids = new Set([newClientId(), newClientId()]);
    expect(ids.size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^user-[\da-f-]{36}$/);
  });

  it('works where the browser makes no UUIDs', () => {
    vi.stubGlobal('crypto', {
      getRandomValues: (bytes: Uint8Array) => bytes.fill(171),
    });
    const id = newClientId();
    vi.unstubAllGlobals();
    expect(id).toBe(`user-${'ab'.repeat(16)}`);
  });
});

// rules chat-refusal-stored-text, chat-send-failed
describe('readRefusal', () => {
  const sendFailed = 'Failed to send message. Please try again.';
  const wait = 'That was a lot at once. Please wait 12 seconds, then send it again.';
  it.each([
    [new ApiError(500, 'Our fault.'), 'HTTP error! status: 500', 'Our fault.', true],
    [new ApiError(503, ''), 'HTTP error! status: 503', sendFailed, true],
    [new ApiError(422, 'Too long.'), 'HTTP error! status: 422', 'Too long.', false],
    [new ApiError(403, 'Locked.'), 'HTTP error! status: 403', 'Locked.', false],
    [new ApiError(409, 'Running.'), 'HTTP error! status: 409', 'Running.', false],
    [new ApiError(429, 'Slow.'), 'HTTP error! status: 429', 'Slow.', false],
    [new ApiError(429, ''), 'HTTP error! status: 429', sendFailed, false],
    [new ApiError(429, 'Slow.', '', {}, 12), 'HTTP error! status: 429', wait, false],
  ])('reads %o', (error, errorMessage, sentence, smallPrint) => {
    expect(readRefusal(error)).toEqual({ errorMessage, sentence, smallPrint });
  });
});

it.each([
  [1, 'Please wait 1 second, then'],
  [90, 'Please wait 90 seconds, then'],
  [91, 'Please wait 2 minutes, then'],
  [3600, 'Please wait 60 minutes, then'],
])('tells how long %i seconds are', (seconds, part) => {
  expect(waitText(seconds)).toContain(part);
});
