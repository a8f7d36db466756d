import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a button that makes a list longer and may go away with that: after `mark`, the first of the
 * elements that are new in the list takes the focus. `count` is how many match `selector` now.
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
