/** Pauses (ms) between two questions about a payment. The last one repeats. */
const pauses = [1000, 2000, 3000, 5000, 8000, 13_000, 21_000, 30_000, 60_000];

/** The pause after the question with this index. */
export function pauseAfter(index: number): number {
  return pauses[Math.min(index, pauses.length - 1)] ?? 0;
}
