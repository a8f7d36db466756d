import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browserReconnectWaiter } from './browser-network';

describe('browserNetwork', () => {
  const onWaitEnd = vi.fn();
  beforeEach(() => {
    vi.useFakeTimers();
    onWaitEnd.mockReset();
  });

  it('waits for the given time', async () => {
    void browserReconnectWaiter.wait(500, new AbortController().signal).then(onWaitEnd);
    await vi.advanceTimersByTimeAsync(499);
    expect(onWaitEnd).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(onWaitEnd).toHaveBeenCalled();
  });

  it('waits until the browser is online', async () => {
    const onlineSpy = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    void browserReconnectWaiter.wait(500, new AbortController().signal).then(onWaitEnd);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(onWaitEnd).not.toHaveBeenCalled();
    onlineSpy.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(onWaitEnd).toHaveBeenCalled();
  });

  it.each([true, false])('ends at once when aborted, online: %s', async (isOnline) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    const readerController = new AbortController();
    void browserReconnectWaiter.wait(500, readerController.signal).then(onWaitEnd);
    readerController.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(onWaitEnd).toHaveBeenCalled();
  });
});
