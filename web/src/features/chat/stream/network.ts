/** The network as the chat sees it: whether it is there, and waiting for another try. */
export interface Line {
  /** Resolves after `ms`, and not before the browser is online; also when `signal` aborts. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Pause before the given try, counted from 1: 0.5 s, doubling, at most 8 s. */
export function backoff(attempt: number): number {
  return Math.min(8000, 500 * 2 ** (attempt - 1));
}
