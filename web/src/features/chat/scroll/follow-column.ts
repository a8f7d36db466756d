import { canScrollUp, followsAfterScroll, isUpKey, keepPlace, type View } from './scroll-geometry';

function viewOf({ scrollTop, clientHeight, scrollHeight }: HTMLElement): View {
  return { scrollTop, clientHeight, scrollHeight };
}

/** Calls back when the reader's wheel, finger or keys are about to move the column up. */
function watchUpwardIntent(element: HTMLElement, signal: AbortSignal, onUp: () => void): void {
  let touchY = 0;
  const fingerAt = (event: TouchEvent) => event.touches[0]?.clientY ?? touchY;
  const passive = { signal, passive: true };
  element.addEventListener('wheel', ({ deltaY }) => deltaY < 0 && onUp(), passive);
  element.addEventListener('keydown', (event) => isUpKey(event.key, event.shiftKey) && onUp(), {
    signal,
  });
  const onFinger = (event: TouchEvent) => {
    const y = fingerAt(event);
    if (event.type === 'touchmove' && y > touchY) onUp();
    touchY = y;
  };
  element.addEventListener('touchstart', onFinger, passive);
  element.addEventListener('touchmove', onFinger, passive);
}

/** A scrolled column whose end is kept in view, unless its reader has scrolled up. */
export interface FollowedColumn {
  jumpToEnd: () => void;
  /** Rows were put before the first one: what was read stays where it was. */
  keepPlace: () => void;
  dispose: () => void;
}

/**
 * `element` scrolls `content`. No timers: what moved the column is told by the reader's own events
 * and by the geometry before and after.
 */
export function followColumn(
  element: HTMLElement,
  content: HTMLElement,
  onChange: (follows: boolean) => void,
): FollowedColumn {
  const listening = new AbortController();
  const { signal } = listening;
  let follows = true;
  let before = viewOf(element);
  const update = (next: boolean) => {
    if (next !== follows) onChange(next);
    follows = next;
  };
  const moveTo = (scrollTop: number) => {
    element.scrollTop = scrollTop;
    before = viewOf(element);
  };
  watchUpwardIntent(element, signal, () => {
    if (canScrollUp(viewOf(element))) update(false);
  });
  const onScroll = () => {
    const now = viewOf(element);
    update(followsAfterScroll(follows, before, now));
    before = now;
  };
  element.addEventListener('scroll', onScroll, { signal, passive: true });
  // Runs after layout and before paint: no frame shows the column out of place.
  const observer = new ResizeObserver(() => {
    if (follows) moveTo(element.scrollHeight);
    else before = viewOf(element);
  });
  observer.observe(element);
  observer.observe(content);
  return {
    jumpToEnd: () => {
      update(true);
      moveTo(element.scrollHeight);
    },
    keepPlace: () => moveTo(keepPlace(before, element.scrollHeight)),
    dispose: () => {
      listening.abort();
      observer.disconnect();
    },
  };
}
