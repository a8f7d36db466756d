import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browserNetwork } from './browser-network';

describe('browserNetwork', () => {
  const done = vi.fn();
  beforeEach(() => {
    vi.useFakeTimers();
    done.mockReset();
  });

  it('waits for the given time', async () => {
    void browserNetwork.wait(500, new AbortController().signal).then(done);
    await vi.advanceTimersByTimeAsync(499);
    expect(done).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toHaveBeenCalled();
  });

  it('waits until the browser is online', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    void browserNetwork.wait(500, new AbortController().signal).then(done);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(done).not.toHaveBeenCalled();
    online.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toHaveBeenCalled();
  });

  it.each([true, false])('ends at once when aborted, online: %s', async (isOnline) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    const reader = new AbortController();
    void browserNetwork.wait(500, reader.signal).then(done);
    reader.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toHaveBeenCalled();
  });
});
