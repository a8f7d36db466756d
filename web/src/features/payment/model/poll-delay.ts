/** Delays (ms) between two requests about a payment (rule payment-pending). The last one repeats. */
const pollDelaysMs = [1000, 2000, 3000, 5000, 8000, 13_000, 21_000, 30_000, 60_000];

/** The delay after the request with this index. */
export function pollDelayMs(index: number): number {
  return pollDelaysMs[Math.min(index, pollDelaysMs.length - 1)] ?? 0;
}
