import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus from a button like Show more, which may disappear, to the first element that it adds to
 * a list. Call `focusNext` when the button is pressed: the focus moves at the next growth of `count`. `count` is
 * the current number of elements that match `selector`.
 */
export function useFocusNew<List extends HTMLElement>(
  count: number,
  selector: string,
): { list: RefObject<List | null>; focusNext: () => void } {
  const list = useRef<List>(null);
  const formerCount = useRef<number | null>(null);
  useEffect(() => {
    const first = formerCount.current;
    if (first === null || count <= first) return;
    formerCount.current = null;
    list.current?.querySelectorAll<HTMLElement>(selector)[first]?.focus();
  }, [count, selector]);
  return {
    list,
    focusNext: () => {
      formerCount.current = count;
    },
  };
}
