import { beforeEach, expect, it, vi } from 'vitest';
import { holdPage } from '#/shared/browser/busy';
import { installChunkReload } from './chunk-reload';

const reload = vi.fn();

/** Fires Vite's event for a failed chunk. True if the handler prevented the default. */
function chunkFails(): boolean {
  return !window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
}

beforeEach(() => {
  vi.useFakeTimers();
  reload.mockReset();
  sessionStorage.clear();
});

it('does not reload while the page is held, and reloads once when it is free', () => {
  installChunkReload(reload);
  const release = holdPage();
  expect(chunkFails()).toBe(false);
  expect(chunkFails()).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
  release();
  vi.advanceTimersByTime(60_000);
  expect(reload).toHaveBeenCalledOnce();
});

it('reloads once, then leaves failures to the error page until the tab ran 10 s without one', () => {
  installChunkReload(reload);
  expect(chunkFails()).toBe(true);
  expect(chunkFails()).toBe(false);
  expect(reload).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(10_000);
  expect(chunkFails()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
});
