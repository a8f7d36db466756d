import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the focus in a list whose focused row is removed. `selector` matches one element in each
 * row. Call `onRemove` with the index of the row before the removal. When `count` shrinks and
 * nothing has the focus, the row now at this index gets the focus. If there is none, the last row
 * gets the focus, or else `fallback`.
 */
export function useFocusAfterRemoval<List extends HTMLElement>(
  count: number,
  selector: string,
  fallback: () => HTMLElement | null | undefined,
): { list: RefObject<List | null>; onRemove: (index: number) => void } {
  const list = useRef<List>(null);
  const removedPlace = useRef<{ index: number; count: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the list changes
  useEffect(() => {
    const lastRemovedPlace = removedPlace.current;
    if (lastRemovedPlace === null || count >= lastRemovedPlace.count) return;
    removedPlace.current = null;
    if (document.activeElement !== document.body && document.activeElement !== null) return;
    const remainingElements = list.current?.querySelectorAll<HTMLElement>(selector) ?? [];
    (
      remainingElements[Math.min(lastRemovedPlace.index, remainingElements.length - 1)] ??
      fallback()
    )?.focus();
  }, [count]);
  return {
    list,
    onRemove: (index) => {
      removedPlace.current = { index, count };
    },
  };
}
