import { useEffect, useState } from 'react';

/** Debounce of typing (ms). */
const searchDelay = 300;

/** A typed text, trimmed and after a debounce; an empty one at once. */
export function useSettledText(text: string): string {
  const typed = text.trim();
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    if (typed === settled) return;
    const timer = setTimeout(() => setSettled(typed), typed === '' ? 0 : searchDelay);
    return () => clearTimeout(timer);
  }, [typed, settled]);
  return typed === '' ? '' : settled;
}
