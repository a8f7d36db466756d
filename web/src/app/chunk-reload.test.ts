import { beforeEach, expect, it, vi } from 'vitest';
import { holdPage } from '#/shared/browser/busy';
import { installChunkReload } from './chunk-reload';

const reload = vi.fn();

/** True when the application took care of the failure itself. */
function chunkFails(): boolean {
  return !window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
}

beforeEach(() => {
  vi.useFakeTimers();
  reload.mockReset();
  sessionStorage.clear();
});

it('never reloads over a reply or an unsent text, and once when they are gone', () => {
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

it('reloads once, then leaves the failure to the error page, until the tab has run well', () => {
  installChunkReload(reload);
  expect(chunkFails()).toBe(true);
  expect(chunkFails()).toBe(false);
  expect(reload).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(10_000);
  expect(chunkFails()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
});
