/** Pause after the first failure, in ms. */
const firstPause = 2000;
/** Longest pause, in ms. */
const longestPause = 60_000;

/**
 * Time (ms) to wait after a number of failures in a row. It doubles with each failure, and is shortened at
 * random by up to a half, so that the readers of a restarted server do not return at the same time.
 */
export function pauseAfter(failures: number, random = Math.random()): number {
  const pause = Math.min(longestPause, firstPause * 2 ** Math.max(0, failures - 1));
  return pause * (0.5 + random / 2);
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
