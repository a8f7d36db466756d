import type { ReconnectWaiter } from '../stream/reconnect-wait';

/** Resolves at the next event of this name, or when `signal` aborts. */
function nextEvent(target: EventTarget, name: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    target.addEventListener(name, () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Resolves after `ms`, or when `signal` aborts. */
function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}

export const browserReconnectWaiter: ReconnectWaiter = {
  wait: async (ms, signal) => {
    await delay(ms, signal);
    if (!navigator.onLine) await nextEvent(window, 'online', signal);
  },
};
