import { expect, it } from 'vitest';
import { formatLocalDate, formatLocalTime } from './format-local-time';

it('formats a day and a time of day', () => {
  const localTime = new Date(2025, 2, 14, 20, 12).toISOString();
  expect(formatLocalDate(localTime)).toBe('14 Mar 2025');
  expect(formatLocalTime(localTime)).toBe('14 Mar 2025, 20:12');
  expect(formatLocalDate('soon') + formatLocalTime('')).toBe('');
});
