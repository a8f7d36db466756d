import { useEffect, useState } from 'react';

/** The value as it was when it last stood still for `delay` ms. */
export function useDebounced<T>(value: T, delay: number): T {
  const [still, setStill] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return still;
}
