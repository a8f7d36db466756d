/** Waiting for the network before the next try. */
export interface Network {
  /** Resolves after `ms` once the browser is online, or as soon as `signal` aborts. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Pause in ms before try number `attempt`, from 1: 500, doubling, at most 8000. */
export function backoffDelay(attempt: number): number {
  return Math.min(8000, 500 * 2 ** (attempt - 1));
}
