import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useSecondsLeft } from './use-seconds-left';

const email = 'mirela@postbox.example';
const start = Date.UTC(2026, 10, 23, 12);

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(start);
});

const wait = () => ({ email, since: Date.now(), seconds: 30 });

function watch(address = email) {
  const { result } = renderHook((now) => useSecondsLeft(now, address), { initialProps: wait() });
  return () => result.current;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

// rule accounts-forgot-resend
it('counts the seconds down to 0 and then stops its timer', () => {
  const left = watch();
  expect(left()).toBe(30);
  pass(999);
  expect(left()).toBe(30);
  pass(1);
  expect(left()).toBe(29);
  pass(28_000);
  expect(left()).toBe(1);
  pass(1000);
  expect(left()).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

// rule accounts-forgot-resend
it('goes by the wall clock when the tab was throttled', () => {
  const left = watch();
  vi.setSystemTime(start + 20_000);
  expect(left()).toBe(30);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(left()).toBe(10);
  vi.setSystemTime(start + 3_600_000);
  pass(1000);
  expect(left()).toBe(0);
});

it('does not wait for a clock that was set back', () => {
  const left = watch();
  vi.setSystemTime(start - 3_600_000);
  pass(1000);
  expect(left()).toBe(0);
});

it('starts again with a new wait', () => {
  const { result, rerender } = renderHook((now) => useSecondsLeft(now, email), {
    initialProps: wait(),
  });
  pass(30_000);
  expect(result.current).toBe(0);
  rerender({ ...wait(), seconds: 7 });
  expect(result.current).toBe(7);
  pass(2000);
  expect(result.current).toBe(5);
});

it('does not wait for another address', () => {
  expect(watch('other@postbox.example')()).toBe(0);
});
