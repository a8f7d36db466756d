import { expect, it } from 'vitest';
import { formatDate, formatShortDate, formatYear } from './format-date';

it('prints a day, whatever the reader’s time zone', () => {
  expect(formatDate('2026-11-10')).toBe('10 November 2026');
  expect(formatDate('2026-01-01')).toBe('1 January 2026');
  expect(formatShortDate('2025-07-07')).toBe('7 Jul 2025');
  expect(formatYear('2024-12-31T23:30:00Z')).toBe('2024');
});

it.each(['', 'soon', '2026-13-40'])('prints nothing for %j', (day) => {
  expect(formatDate(day)).toBe('');
  expect(formatShortDate(day)).toBe('');
  expect(formatYear(day)).toBe('');
});
