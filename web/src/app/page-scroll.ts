import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { readEntryValue, scrollPositionName, writeEntryValue } from '#/shared/browser/entry-state';
import {
  currentScrollPosition,
  isScrollPosition,
  type ScrollPosition,
  scrollToPosition,
} from '#/shared/browser/scroll-place';
import { useEntryId } from '#/shared/hooks/use-entry-state';

/** How long (ms) to wait until the page reaches the height of its former visit. */
const pageHeightTimeoutMs = 10_000;
/** How long (ms) a position is corrected after it is reached, because rows get their real heights late. */
const settlingTimeMs = 600;
/** Input events of the user. They end the restoring of a position. */
const interruptingEvents = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/**
 * Scrolls to a stored position, and again whenever the page's height changes. Restoring ends after
 * `settlingTimeMs` ms at the position, on a timeout or on input of the user. The returned function ends it
 * earlier.
 */
function restoreScrollPosition(position: ScrollPosition, onEnd: () => void): () => void {
  const restoringController = new AbortController();
  let timer = setTimeout(end, pageHeightTimeoutMs);
  let isPositionReached = false;
  const observer = new ResizeObserver(scrollOnce);
  function end() {
    if (restoringController.signal.aborted) return;
    restoringController.abort();
    clearTimeout(timer);
    observer.disconnect();
    onEnd();
  }
  function scrollOnce() {
    if (!scrollToPosition(position) || isPositionReached) return;
    isPositionReached = true;
    clearTimeout(timer);
    timer = setTimeout(end, settlingTimeMs);
  }
  for (const event of interruptingEvents) {
    window.addEventListener(event, end, {
      signal: restoringController.signal,
      capture: true,
      passive: true,
    });
  }
  observer.observe(document.body);
  scrollOnce();
  return end;
}

/**
 * Restores `storedPosition`, the stored position of a history entry; null means none. Then tracks the position.
 * Stores the position when the page is hidden and when the returned function is called.
 */
function trackScrollPosition(entry: string, storedPosition: ScrollPosition | null): () => void {
  let position = storedPosition ?? currentScrollPosition();
  let isRestoring = storedPosition !== null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const updatePosition = () => {
    position = currentScrollPosition();
  };
  const onScroll = () => {
    if (isRestoring) return;
    // Reading the layout is slow, so `updatePosition` runs only after a pause in scrolling. Until then, the scroll
    // offset gives the new position of the anchor element.
    const { scrollY } = window;
    position = { ...position, y: scrollY, top: position.top + position.y - scrollY };
    clearTimeout(timer);
    timer = setTimeout(updatePosition, 100);
  };
  const save = () => writeEntryValue(entry, scrollPositionName, position);
  const stopRestoring = storedPosition
    ? restoreScrollPosition(storedPosition, () => {
        isRestoring = false;
      })
    : undefined;
  window.addEventListener('scroll', onScroll, { passive: true });
  window.addEventListener('pagehide', save);
  return () => {
    stopRestoring?.();
    clearTimeout(timer);
    window.removeEventListener('scroll', onScroll);
    window.removeEventListener('pagehide', save);
    save();
  };
}

/**
 * Scrolls a new page to its top and focuses its `main` element. After Back, Forward and a reload it restores
 * the scroll position (rule look-scroll-top). If a navigation keeps the id of the history entry, the position
 * and focus stay.
 */
export function PageScroll(): null {
  const { pathname, search } = useLocation();
  const navigationType = useNavigationType();
  const entry = useEntryId();
  const address = pathname + search;
  const formerAddress = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another history entry is shown
  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual';
    const isFirstPage = formerAddress.current === null;
    const hasMoved = !isFirstPage && formerAddress.current !== address;
    const storedPosition =
      navigationType === 'POP' ? readEntryValue(entry, scrollPositionName) : null;
    const position = isScrollPosition(storedPosition) ? storedPosition : null;
    if (hasMoved && !position) window.scrollTo({ top: 0, behavior: 'instant' });
    if (hasMoved) document.getElementById('main')?.focus({ preventScroll: true });
    return trackScrollPosition(entry, position);
  }, [entry]);
  useLayoutEffect(() => {
    formerAddress.current = address;
  }, [address]);
  return null;
}
