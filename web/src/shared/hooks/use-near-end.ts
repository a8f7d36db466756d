import { type RefObject, useEffect, useRef } from 'react';

/**
 * The end is near if it is at most this far from the viewport (rules chat-history-page,
 * comments-page-size, favorites-scroll).
 */
const nearDistance = '400px';

/**
 * Calls `onNear` when the element of the returned ref comes near the viewport while `on` is true. Set `on` to
 * false while a page is fetched. The hook checks at once when `on` is true again, because one page may not fill
 * the viewport.
 */
export function useNearEnd<Element extends HTMLElement>(
  on: boolean,
  onNear: () => void,
): RefObject<Element | null> {
  const sentinel = useRef<Element>(null);
  const latestOnNear = useRef(onNear);
  useEffect(() => {
    latestOnNear.current = onNear;
  }, [onNear]);
  useEffect(() => {
    if (!on || !sentinel.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) latestOnNear.current();
      },
      { rootMargin: nearDistance },
    );
    observer.observe(sentinel.current);
    return () => observer.disconnect();
  }, [on]);
  return sentinel;
}
