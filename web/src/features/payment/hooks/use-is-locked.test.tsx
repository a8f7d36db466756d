import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { isLocked } from '../model/access';
import { useIsLocked } from './use-is-locked';

const now = Date.UTC(2026, 10, 23, 12);
const timeAfter = (ms: number) => new Date(now + ms).toISOString();

// rule access-locked-client
describe('a character', () => {
  it.each([
    ['free, or no payment is set up', false, null, false],
    ['locked by the server', true, null, true],
    ['bought, and expires later', false, timeAfter(1), false],
    ['bought, and expires now', false, timeAfter(0), true],
    ['bought, and expired since the answer', false, timeAfter(-1), true],
  ])('%s', (_, is_locked, expiry_at, locked) => {
    expect(isLocked({ is_locked, expiry_at }, now)).toBe(locked);
  });
});

// rule access-locked-client
it('locks when the time is over, also after more days than a timer can count', () => {
  vi.useFakeTimers();
  vi.setSystemTime(now);
  const fortyDaysMs = 40 * 86_400_000;
  const { result } = renderHook(() =>
    useIsLocked({ is_locked: false, expiry_at: timeAfter(fortyDaysMs) }),
  );
  act(() => vi.advanceTimersByTime(fortyDaysMs - 1));
  expect(result.current).toBe(false);
  act(() => vi.advanceTimersByTime(1));
  expect(result.current).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});
