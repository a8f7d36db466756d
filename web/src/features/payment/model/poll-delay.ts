/** Delays (ms) between two requests about a payment. The last one repeats. */
const delays = [1000, 2000, 3000, 5000, 8000, 13_000, 21_000, 30_000, 60_000];

/** The delay after the request with this index. */
export function pollDelay(index: number): number {
  return delays[Math.min(index, delays.length - 1)] ?? 0;
}
