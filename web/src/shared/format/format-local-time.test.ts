import { expect, it } from 'vitest';
import { formatLocalDate, formatLocalTime } from './format-local-time';

it('formats a day and a time of day', () => {
  const local = new Date(2025, 2, 14, 20, 12).toISOString();
  expect(formatLocalDate(local)).toBe('14 Mar 2025');
  expect(formatLocalTime(local)).toBe('14 Mar 2025, 20:12');
  expect(formatLocalDate('soon') + formatLocalTime('')).toBe('');
});
