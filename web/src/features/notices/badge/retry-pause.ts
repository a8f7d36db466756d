/** Pause after the first failure, in ms. */
const firstPauseMs = 2000;
/** Longest pause, in ms. */
const longestPauseMs = 60_000;

/**
 * Time (ms) to wait after a number of failures in a row. The time doubles with each failure. A random part of
 * at most a half is taken off. So the readers of a restarted server do not return together. Rule
 * notifications-one-connection.
 */
export function pauseMsAfter(failures: number, random = Math.random()): number {
  const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.max(0, failures - 1));
  return pauseMs * (0.5 + random / 2);
}

/** Resolves after `ms`, when the browser is online again, or when `signal` aborts. */
export function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      window.removeEventListener('online', finish);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    window.addEventListener('online', finish);
    signal.addEventListener('abort', finish);
    if (signal.aborted) finish();
  });
}
