import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a button that adds elements to a list and may be removed then. Call `mark` on the press: the first
 * added element gets the focus. `count` is the number of elements that match `selector` now.
 */
export function useFocusNew<List extends HTMLElement>(
  count: number,
  selector: string,
): { list: RefObject<List | null>; mark: () => void } {
  const list = useRef<List>(null);
  const from = useRef<number | null>(null);
  useEffect(() => {
    const first = from.current;
    if (first === null || count <= first) return;
    from.current = null;
    list.current?.querySelectorAll<HTMLElement>(selector)[first]?.focus();
  }, [count, selector]);
  return {
    list,
    mark: () => {
      from.current = count;
    },
  };
}
