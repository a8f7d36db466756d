import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deferred } from '#/shared/test/deferred';
import { LoadEarlier } from './load-earlier';

/** Makes all IntersectionObservers report the button as visible. */
let reportVisible: () => void;

beforeEach(() => {
  const observers = new Set<(entries: { isIntersecting: boolean }[]) => void>();
  reportVisible = () => {
    for (const one of [...observers]) one([{ isIntersecting: true }]);
  };
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      private readonly call: (entries: { isIntersecting: boolean }[]) => void;
      constructor(call: (entries: { isIntersecting: boolean }[]) => void) {
        this.call = call;
      }
      observe() {
        observers.add(this.call);
      }
      disconnect() {
        observers.delete(this.call);
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

it('fetches again after a page that did not fill the viewport', async () => {
  const load = vi.fn(async () => true);
  render(<LoadEarlier load={load} />);
  await act(async () => reportVisible());
  await act(async () => reportVisible());
  expect(load).toHaveBeenCalledTimes(2);
});

it('fetches only when pressed after a failure', async () => {
  const load = vi.fn(async () => false);
  render(<LoadEarlier load={load} />);
  await act(async () => reportVisible());
  await act(async () => reportVisible());
  expect(load).toHaveBeenCalledOnce();
  load.mockResolvedValue(true);
  await userEvent.click(screen.getByRole('button', { name: 'Load earlier messages' }));
  await act(async () => reportVisible());
  expect(load).toHaveBeenCalledTimes(3);
});

it('fetches one page at a time', async () => {
  const pageLoad = deferred<boolean>();
  const load = vi.fn(() => pageLoad.promise);
  render(<LoadEarlier load={load} />);
  await act(async () => reportVisible());
  await act(async () => reportVisible());
  expect(load).toHaveBeenCalledOnce();
  await act(async () => pageLoad.resolve(true));
  await act(async () => reportVisible());
  expect(load).toHaveBeenCalledTimes(2);
});
