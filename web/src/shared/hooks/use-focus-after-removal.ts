import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the focus in a list whose focused row is removed. `selector` matches one element in each row. Call
 * `onRemove` with the row's index before the removal. When `count` then shrinks and nothing has the focus, the
 * row that is now at this index gets it. Otherwise the last row gets it, or else `fallback`.
 */
export function useFocusAfterRemoval<List extends HTMLElement>(
  count: number,
  selector: string,
  fallback: () => HTMLElement | null | undefined,
): { list: RefObject<List | null>; onRemove: (index: number) => void } {
  const list = useRef<List>(null);
  const removed = useRef<{ index: number; count: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the list changes
  useEffect(() => {
    const last = removed.current;
    if (last === null || count >= last.count) return;
    removed.current = null;
    if (document.activeElement !== document.body && document.activeElement !== null) return;
    const left = list.current?.querySelectorAll<HTMLElement>(selector) ?? [];
    (left[Math.min(last.index, left.length - 1)] ?? fallback())?.focus();
  }, [count]);
  return {
    list,
    onRemove: (index) => {
      removed.current = { index, count };
    },
  };
}
