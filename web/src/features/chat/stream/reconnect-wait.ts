/** Waiting for the network before the next try. */
export interface ReconnectWaiter {
  /** Waits for `ms`, and then until the browser is online. Resolves at once when `signal` aborts. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Pause (ms) before a try. `attempt` counts from 1. The pause begins with 500 ms and doubles up to
 * 8000 ms (rules replies-resume, replies-silence, chat-outbox).
 */
export function backoffDelay(attempt: number): number {
  return Math.min(8000, 500 * 2 ** (attempt - 1));
}
