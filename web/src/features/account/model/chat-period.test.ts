import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeChatSummary } from '../test/fake-chats';
import { groupChats } from './chat-groups';
import { periodBounds } from './chat-period';

afterEach(() => vi.unstubAllEnvs());

const localTime = (...parts: [number, number, number, number?]) => new Date(...parts).toISOString();

describe('periodBounds', () => {
  const now = new Date(2026, 2, 30, 9);

  // rule chats-time-filter
  it('bounds the periods by the days of the user', () => {
    expect(periodBounds('all', now)).toEqual({});
    expect(periodBounds('today', now)).toEqual({ from: localTime(2026, 2, 30) });
    expect(periodBounds('yesterday', now)).toEqual({
      from: localTime(2026, 2, 29),
      until: localTime(2026, 2, 30),
    });
    expect(periodBounds('week', now)).toEqual({ from: localTime(2026, 2, 23) });
    expect(periodBounds('month', now)).toEqual({ from: localTime(2026, 1, 28) });
  });

  // rule chats-time-filter
  it('has a day of 23 hours when the clocks go forward', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    expect(periodBounds('yesterday', new Date('2026-03-30T08:00:00Z'))).toEqual({
      from: '2026-03-28T23:00:00.000Z',
      until: '2026-03-29T22:00:00.000Z',
    });
  });
});

describe('groupChats', () => {
  // rule chats-groups
  it('groups by the days of the user', () => {
    const now = new Date(2026, 2, 30, 0, 30);
    const chatAt = (id: string, updated_at: string) => fakeChatSummary(id, { updated_at });
    const groups = groupChats(
      [
        chatAt('a', localTime(2026, 2, 30, 0)),
        chatAt('b', localTime(2026, 2, 29, 23)),
        chatAt('c', localTime(2026, 2, 29, 0)),
        chatAt('d', localTime(2026, 2, 28, 23)),
        chatAt('e', localTime(2026, 2, 23, 0)),
        chatAt('f', localTime(2026, 2, 22, 23)),
      ],
      now,
    );
    expect(groups.map(({ title, chats }) => [title, ...chats.map(({ id }) => id)])).toEqual([
      ['Today', 'a'],
      ['Yesterday', 'b', 'c'],
      ['This Week', 'd', 'e'],
      ['Older', 'f'],
    ]);
  });
});
