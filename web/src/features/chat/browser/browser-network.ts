/** The network as the chat sees it: whether it is there, and waiting for another try. */
export interface Line {
  /** Resolves after `ms`, and not before the browser is online; also when `signal` aborts. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

function once(target: EventTarget, name: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    target.addEventListener(name, () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

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

export const browserLine: Line = {
  wait: async (ms, signal) => {
    await delay(ms, signal);
    if (!navigator.onLine) await once(window, 'online', signal);
  },
};

/** Pause before the given try, counted from 1: 0.5 s, doubling, at most 8 s. */
export function backoff(attempt: number): number {
  return Math.min(8000, 500 * 2 ** (attempt - 1));
}
