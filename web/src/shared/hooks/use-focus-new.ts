import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a button like Show more, which adds elements to a list and may disappear. Moves the focus from the button
 * to the first new element. Call `focusNext` when the button is pressed; the focus moves when `count` grows.
 * `count` is the current number of elements that match `selector`.
 */
export function useFocusNewElement<List extends HTMLElement>(
  count: number,
  selector: string,
): { list: RefObject<List | null>; focusNext: () => void } {
  const list = useRef<List>(null);
  const elementCountAtPress = useRef<number | null>(null);
  useEffect(() => {
    const firstNewIndex = elementCountAtPress.current;
    if (firstNewIndex === null || count <= firstNewIndex) return;
    elementCountAtPress.current = null;
    list.current?.querySelectorAll<HTMLElement>(selector)[firstNewIndex]?.focus();
  }, [count, selector]);
  return {
    list,
    focusNext: () => {
      elementCountAtPress.current = count;
    },
  };
}
