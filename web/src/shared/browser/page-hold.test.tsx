import { render } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { holdPage, useHoldPage, whenPageFree } from './page-hold';

const onPageFree = vi.fn();

function Busy({ busy }: { busy: boolean }) {
  useHoldPage(busy);
  return null;
}

beforeEach(() => {
  vi.useFakeTimers();
  onPageFree.mockReset();
});

it('acts once, after the idle time, if nothing holds the page', () => {
  whenPageFree(onPageFree);
  expect(onPageFree).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  holdPage()();
  vi.advanceTimersByTime(60_000);
  expect(onPageFree).toHaveBeenCalledOnce();
});

it('waits until nothing holds the page', () => {
  const releaseFirstHold = holdPage();
  const releaseSecondHold = holdPage();
  whenPageFree(onPageFree);
  releaseFirstHold();
  releaseFirstHold();
  vi.advanceTimersByTime(60_000);
  expect(onPageFree).not.toHaveBeenCalled();
  releaseSecondHold();
  vi.advanceTimersByTime(1000);
  expect(onPageFree).toHaveBeenCalledOnce();
});

it('does not act in the gap between a sent text and its reply', () => {
  const releaseTextHold = holdPage();
  whenPageFree(onPageFree);
  releaseTextHold();
  vi.advanceTimersByTime(999);
  const releaseReplyHold = holdPage();
  vi.advanceTimersByTime(60_000);
  expect(onPageFree).not.toHaveBeenCalled();
  releaseReplyHold();
  vi.advanceTimersByTime(1000);
  expect(onPageFree).toHaveBeenCalledOnce();
});

it('is held by a component while the component is busy and mounted', () => {
  const { rerender, unmount } = render(<Busy busy />);
  whenPageFree(onPageFree);
  vi.advanceTimersByTime(60_000);
  rerender(<Busy busy={false} />);
  vi.advanceTimersByTime(900);
  rerender(<Busy busy />);
  vi.advanceTimersByTime(60_000);
  expect(onPageFree).not.toHaveBeenCalled();
  unmount();
  vi.advanceTimersByTime(1000);
  expect(onPageFree).toHaveBeenCalledOnce();
});
