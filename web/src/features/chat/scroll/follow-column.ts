import {
  canScrollUp,
  followsEndAfterScroll,
  isUpKey,
  type ScrollMetrics,
  scrollTopAfterPrepend,
} from './scroll-geometry';

function readMetrics({ scrollTop, clientHeight, scrollHeight }: HTMLElement): ScrollMetrics {
  return { scrollTop, clientHeight, scrollHeight };
}

/** Calls `onUp` when wheel, touch or keys are about to scroll up. */
function watchUpwardIntent(element: HTMLElement, signal: AbortSignal, onUp: () => void): void {
  let touchY = 0;
  const fingerAt = (event: TouchEvent) => event.touches[0]?.clientY ?? touchY;
  const passiveOptions = { signal, passive: true };
  element.addEventListener('wheel', ({ deltaY }) => deltaY < 0 && onUp(), passiveOptions);
  element.addEventListener('keydown', (event) => isUpKey(event.key, event.shiftKey) && onUp(), {
    signal,
  });
  const onFingerMove = (event: TouchEvent) => {
    const y = fingerAt(event);
    if (event.type === 'touchmove' && y > touchY) onUp();
    touchY = y;
  };
  element.addEventListener('touchstart', onFingerMove, passiveOptions);
  element.addEventListener('touchmove', onFingerMove, passiveOptions);
}

/** A scrolling element that is kept at its end until the reader scrolls up. */
export interface FollowedColumn {
  jumpToEnd: () => void;
  /** Call it after rows were prepended, to keep the visible rows in place. */
  keepPlace: () => void;
  dispose: () => void;
}

/**
 * Keeps `element`, which scrolls `content`, at its end until the reader scrolls up (rules chat-follows-the-end,
 * chat-history-page). The function must know whether the reader or the layout moved the column. Input events
 * and the metrics before and after a scroll event decide this, without timers.
 */
export function keepColumnAtEnd(
  element: HTMLElement,
  content: HTMLElement,
  onChange: (follows: boolean) => void,
): FollowedColumn {
  const listeners = new AbortController();
  const { signal } = listeners;
  let isFollowing = true;
  let lastMetrics = readMetrics(element);
  const setFollowing = (next: boolean) => {
    if (next !== isFollowing) onChange(next);
    isFollowing = next;
  };
  const moveTo = (scrollTop: number) => {
    element.scrollTop = scrollTop;
    lastMetrics = readMetrics(element);
  };
  watchUpwardIntent(element, signal, () => {
    if (canScrollUp(readMetrics(element))) setFollowing(false);
  });
  const onScroll = () => {
    const currentMetrics = readMetrics(element);
    setFollowing(followsEndAfterScroll(isFollowing, lastMetrics, currentMetrics));
    lastMetrics = currentMetrics;
  };
  element.addEventListener('scroll', onScroll, { signal, passive: true });
  // Runs between layout and paint, so no frame shows a wrong position.
  const observer = new ResizeObserver(() => {
    if (isFollowing) moveTo(element.scrollHeight);
    else lastMetrics = readMetrics(element);
  });
  observer.observe(element);
  observer.observe(content);
  return {
    jumpToEnd: () => {
      setFollowing(true);
      moveTo(element.scrollHeight);
    },
    keepPlace: () => moveTo(scrollTopAfterPrepend(lastMetrics, element.scrollHeight)),
    dispose: () => {
      listeners.abort();
      observer.disconnect();
    },
  };
}
