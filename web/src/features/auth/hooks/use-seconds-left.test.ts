import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useSecondsLeft } from './use-seconds-left';

const email = 'mirela@postbox.example';
const start = Date.UTC(2026, 10, 23, 12);

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(start);
});

const newWait = () => ({ email, startMs: Date.now(), seconds: 30 });

function renderSecondsLeft(address = email) {
  const { result } = renderHook((now) => useSecondsLeft(now, address), { initialProps: newWait() });
  return () => result.current;
}

const advanceTime = (ms: number) => act(() => vi.advanceTimersByTime(ms));

// rule accounts-forgot-resend
it('counts the seconds down to 0 and then stops its timer', () => {
  const readSecondsLeft = renderSecondsLeft();
  expect(readSecondsLeft()).toBe(30);
  advanceTime(999);
  expect(readSecondsLeft()).toBe(30);
  advanceTime(1);
  expect(readSecondsLeft()).toBe(29);
  advanceTime(28_000);
  expect(readSecondsLeft()).toBe(1);
  advanceTime(1000);
  expect(readSecondsLeft()).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

// rule accounts-forgot-resend
it('goes by the wall clock when the tab was throttled', () => {
  const readSecondsLeft = renderSecondsLeft();
  vi.setSystemTime(start + 20_000);
  expect(readSecondsLeft()).toBe(30);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(readSecondsLeft()).toBe(10);
  vi.setSystemTime(start + 3_600_000);
  advanceTime(1000);
  expect(readSecondsLeft()).toBe(0);
});

it('does not wait for a clock that was set back', () => {
  const readSecondsLeft = renderSecondsLeft();
  vi.setSystemTime(start - 3_600_000);
  advanceTime(1000);
  expect(readSecondsLeft()).toBe(0);
});

it('starts again with a new wait', () => {
  const { result, rerender } = renderHook((now) => useSecondsLeft(now, email), {
    initialProps: newWait(),
  });
  advanceTime(30_000);
  expect(result.current).toBe(0);
  rerender({ ...newWait(), seconds: 7 });
  expect(result.current).toBe(7);
  advanceTime(2000);
  expect(result.current).toBe(5);
});

it('does not wait for another address', () => {
  expect(renderSecondsLeft('other@postbox.example')()).toBe(0);
});
