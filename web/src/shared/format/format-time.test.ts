import { describe, expect, it } from 'vitest';
import { formatAge, formatClock, formatDay, formatDayMonth } from './format-time';

const now = new Date(2026, 10, 21, 12, 0, 0);
const timeAgo = (ms: number) => new Date(now.getTime() - ms).toISOString();
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

// rule comments-age
describe('formatAge', () => {
  it.each([
    [0, '0m ago'],
    [59 * minuteMs, '59m ago'],
    [hourMs, '1h ago'],
    [dayMs - 1, '23h ago'],
    [dayMs, '1d ago'],
    [7 * dayMs - 1, '6d ago'],
    [7 * dayMs, 'Nov 14'],
  ])('%d ms', (age, text) => {
    expect(formatAge(timeAgo(age), now)).toBe(text);
  });

  it('never shows a negative age for a clock that runs ahead', () => {
    expect(formatAge(timeAgo(-5 * minuteMs), now)).toBe('0m ago');
  });

  it('is empty for an invalid time', () => {
    expect(formatAge('soon', now)).toBe('');
    expect(formatClock('soon')).toBe('');
    expect(formatDay('soon', now)).toBe('');
  });
});

describe('formatClock', () => {
  it('has two digits for hour and minute', () => {
    expect(formatClock(new Date(2026, 0, 2, 9, 5).toISOString())).toBe('09:05');
  });
});

describe('formatDay', () => {
  it.each([
    [new Date(2026, 10, 21, 0, 1), 'Today'],
    [new Date(2026, 10, 20, 23, 59), 'Yesterday'],
    [new Date(2026, 10, 19, 12, 0), 'Thursday, November 19, 2026'],
  ])('%s', (date, text) => {
    expect(formatDay(date.toISOString(), now)).toBe(text);
  });
});

it('writes a day without the year of today', () => {
  expect(formatDayMonth(new Date(2026, 2, 14).toISOString(), now)).toBe('14 Mar');
  expect(formatDayMonth(new Date(2025, 2, 14).toISOString(), now)).toBe('14 Mar 2025');
  expect(formatDayMonth('soon', now)).toBe('');
});
