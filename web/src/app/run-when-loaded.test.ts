import { expect, test, vi } from 'vitest';
import { runWhenLoaded } from './run-when-loaded';

const waitForNextTask = () => new Promise((resolve) => setTimeout(resolve));

test('a load that fails is repeated when the connection is back', async () => {
  const stop = vi.fn();
  const load = vi.fn<() => Promise<() => () => void>>();
  load.mockRejectedValueOnce(new Error('offline')).mockResolvedValue(() => stop);
  const endRun = runWhenLoaded(load);
  await waitForNextTask();
  expect(load).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event('online'));
  await waitForNextTask();
  expect(load).toHaveBeenCalledTimes(2);
  window.dispatchEvent(new Event('online'));
  expect(load).toHaveBeenCalledTimes(2);
  endRun();
  expect(stop).toHaveBeenCalledOnce();
});

test('code that is ended before it has loaded does not run, and is not loaded again', async () => {
  const run = vi.fn();
  runWhenLoaded(async () => run)();
  const load = vi.fn(() => Promise.reject(new Error('offline')));
  runWhenLoaded(load)();
  await waitForNextTask();
  window.dispatchEvent(new Event('online'));
  await waitForNextTask();
  expect(run).not.toHaveBeenCalled();
  expect(load).toHaveBeenCalledOnce();
});
