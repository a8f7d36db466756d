import { useEffect, useState } from 'react';

/** Debounce of typing (ms), rule chat-search-panel. */
const searchDelay = 300;

/** The typed text, trimmed and after a debounce. An empty text is returned at once. */
export function useDebouncedText(text: string): string {
  const typed = text.trim();
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    if (typed === settled) return;
    const timer = setTimeout(() => setSettled(typed), typed === '' ? 0 : searchDelay);
    return () => clearTimeout(timer);
  }, [typed, settled]);
  return typed === '' ? '' : settled;
}
