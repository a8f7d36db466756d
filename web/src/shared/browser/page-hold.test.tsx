import { render } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { holdPage, useHoldPage, whenPageFree } from './page-hold';

const act = vi.fn();

function Busy({ busy }: { busy: boolean }) {
  useHoldPage(busy);
  return null;
}

beforeEach(() => {
  vi.useFakeTimers();
  act.mockReset();
});

it('acts once, after the idle time, if nothing holds the page', () => {
  whenPageFree(act);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  holdPage()();
  vi.advanceTimersByTime(60_000);
  expect(act).toHaveBeenCalledOnce();
});

it('waits until nothing holds the page', () => {
  const releaseFirst = holdPage();
  const releaseSecond = holdPage();
  whenPageFree(act);
  releaseFirst();
  releaseFirst();
  vi.advanceTimersByTime(60_000);
  expect(act).not.toHaveBeenCalled();
  releaseSecond();
  vi.advanceTimersByTime(1000);
  expect(act).toHaveBeenCalledOnce();
});

it('does not act in the gap between a sent text and its reply', () => {
  const text = holdPage();
  whenPageFree(act);
  text();
  vi.advanceTimersByTime(999);
  const releaseReply = holdPage();
  vi.advanceTimersByTime(60_000);
  expect(act).not.toHaveBeenCalled();
  releaseReply();
  vi.advanceTimersByTime(1000);
  expect(act).toHaveBeenCalledOnce();
});

it('is held by a component while the component is busy and mounted', () => {
  const { rerender, unmount } = render(<Busy busy />);
  whenPageFree(act);
  vi.advanceTimersByTime(60_000);
  rerender(<Busy busy={false} />);
  vi.advanceTimersByTime(900);
  rerender(<Busy busy />);
  vi.advanceTimersByTime(60_000);
  expect(act).not.toHaveBeenCalled();
  unmount();
  vi.advanceTimersByTime(1000);
  expect(act).toHaveBeenCalledOnce();
});
