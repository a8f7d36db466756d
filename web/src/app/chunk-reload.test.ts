import { beforeEach, expect, it, vi } from 'vitest';
import { holdPage } from '#/shared/browser/page-hold';
import { installChunkReload } from './chunk-reload';

const reload = vi.fn();
let isUp = true;
const install = () => installChunkReload(reload, async () => isUp);

/** Fires Vite's event for a failed chunk. The error always goes on to the caller of the import. */
async function failChunk(): Promise<void> {
  expect(window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }))).toBe(true);
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  reload.mockReset();
  sessionStorage.clear();
  isUp = true;
});

it('does not reload while the page is held, and reloads once when it is free', async () => {
  install();
  const release = holdPage();
  await failChunk();
  await failChunk();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).not.toHaveBeenCalled();
  release();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).toHaveBeenCalledOnce();
});

it('reloads once; until the tab has run for 10 s without a failure, others go to the error page', async () => {
  install();
  await failChunk();
  await failChunk();
  expect(reload).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(10_000);
  await failChunk();
  expect(reload).toHaveBeenCalledTimes(2);
});

it('does not reload while the server does not answer, and does at a later failure', async () => {
  install();
  isUp = false;
  await failChunk();
  const release = holdPage();
  await failChunk();
  release();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).not.toHaveBeenCalled();
  isUp = true;
  await failChunk();
  expect(reload).toHaveBeenCalledOnce();
});
