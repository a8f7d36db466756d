/** What is seen of a scrolled column, in CSS pixels. */
export interface View {
  scrollTop: number;
  clientHeight: number;
  scrollHeight: number;
}

/** How far from its end a reader still counts as reading along. */
const slack = 48;
/** Fractions of pixels are not movements. */
const still = 1;

export function distanceToEnd(view: View): number {
  return Math.max(0, view.scrollHeight - view.clientHeight - view.scrollTop);
}

export function canScrollUp(view: View): boolean {
  return view.scrollTop > still;
}

/**
 * Whether the column follows its end after a scroll event. A reader who moves up is left alone; one
 * who comes back to the end is taken along again. A column that shrank moved by itself.
 */
export function followsAfterScroll(follows: boolean, before: View, now: View): boolean {
  const distance = distanceToEnd(now);
  if (distance <= still) return true;
  const moved = now.scrollTop - before.scrollTop;
  const shrank = now.scrollHeight < before.scrollHeight || now.clientHeight > before.clientHeight;
  if (moved < -still) return follows && shrank;
  if (moved > still && distance <= slack) return true;
  return follows;
}

/** Where the column stands after it grew above what is read. */
export function keepPlace(before: View, scrollHeight: number): number {
  return before.scrollTop + scrollHeight - before.scrollHeight;
}

const upKeys: ReadonlySet<string> = new Set(['ArrowUp', 'PageUp', 'Home']);

/** A key that moves a scrolled column up. */
export function isUpKey(key: string, shift: boolean): boolean {
  return upKeys.has(key) || (key === ' ' && shift);
}
