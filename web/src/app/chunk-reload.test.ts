import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { holdPage } from '#/shared/browser/page-hold';
import { installChunkReload } from './chunk-reload';

const reload = vi.fn();

/** Fires Vite's event for a failed chunk. True if the handler prevented the default. */
function fireChunkError(): boolean {
  return !window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
}

beforeEach(() => {
  vi.useFakeTimers();
  reload.mockReset();
  sessionStorage.clear();
});
afterEach(() => vi.restoreAllMocks());

it('does not reload while the page is held, and reloads once when it is free', () => {
  installChunkReload(reload);
  const release = holdPage();
  expect(fireChunkError()).toBe(false);
  expect(fireChunkError()).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
  release();
  vi.advanceTimersByTime(60_000);
  expect(reload).toHaveBeenCalledOnce();
});

it('reloads once; until the tab has run for 10 s without a failure, others go to the error page', () => {
  installChunkReload(reload);
  expect(fireChunkError()).toBe(true);
  expect(fireChunkError()).toBe(false);
  expect(reload).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(10_000);
  expect(fireChunkError()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
});

it('does not reload without a connection, neither at once nor when the page becomes free', () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  installChunkReload(reload);
  expect(fireChunkError()).toBe(false);
  const release = holdPage();
  onLine.mockReturnValue(true);
  expect(fireChunkError()).toBe(false);
  onLine.mockReturnValue(false);
  release();
  vi.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
});
