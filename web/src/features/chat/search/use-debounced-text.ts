import { useEffect, useState } from 'react';

/** Debounce of typing (ms), rule chat-search-panel. */
const searchDelayMs = 300;

/** The typed text, trimmed and after a debounce. An empty text is returned at once. */
export function useDebouncedText(text: string): string {
  const typedText = text.trim();
  const [settled, setSettled] = useState(typedText);
  useEffect(() => {
    if (typedText === settled) return;
    const timer = setTimeout(() => setSettled(typedText), typedText === '' ? 0 : searchDelayMs);
    return () => clearTimeout(timer);
  }, [typedText, settled]);
  return typedText === '' ? '' : settled;
}
