/** Scroll metrics of an element, in CSS px. */
export interface ScrollMetrics {
  scrollTop: number;
  clientHeight: number;
  scrollHeight: number;
}

/** Within this distance of the end, in px, scrolling down resumes following (rule chat-follows-the-end). */
const resumeDistancePx = 48;
/** Movements and distances of at most this many px are rounding errors. */
const roundingTolerancePx = 1;

export function distanceToEnd(view: ScrollMetrics): number {
  return Math.max(0, view.scrollHeight - view.clientHeight - view.scrollTop);
}

export function canScrollUp(view: ScrollMetrics): boolean {
  return view.scrollTop > roundingTolerancePx;
}

/**
 * Whether the column follows its end after a scroll event. Scrolling up stops following, and scrolling back to
 * the end resumes it. If the content shrank or the element grew, the browser moved the column, not the reader.
 */
export function followsEndAfterScroll(
  follows: boolean,
  before: ScrollMetrics,
  now: ScrollMetrics,
): boolean {
  const distance = distanceToEnd(now);
  if (distance <= roundingTolerancePx) return true;
  const movedDistance = now.scrollTop - before.scrollTop;
  const hasShrunk =
    now.scrollHeight < before.scrollHeight || now.clientHeight > before.clientHeight;
  if (movedDistance < -roundingTolerancePx) return follows && hasShrunk;
  if (movedDistance > roundingTolerancePx && distance <= resumeDistancePx) return true;
  return follows;
}

/** The scroll position that keeps the visible rows in place after rows were prepended. */
export function scrollTopAfterPrepend(before: ScrollMetrics, scrollHeight: number): number {
  return before.scrollTop + scrollHeight - before.scrollHeight;
}

const upKeys: ReadonlySet<string> = new Set(['ArrowUp', 'PageUp', 'Home']);

/** Whether a key scrolls up. */
export function isUpKey(key: string, shift: boolean): boolean {
  return upKeys.has(key) || (key === ' ' && shift);
}
