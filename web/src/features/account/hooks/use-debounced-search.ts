import { useEffect, useRef, useState } from 'react';

/** Debounce of typing (ms), rules account-search-wait, chats-search-field. */
const searchDelay = 300;

/**
 * State of a search field. `onSearch` gets the trimmed text after the debounce; an empty text at once. If other
 * code changes `search`, the field shows the new `search`.
 */
export function useDebouncedSearch(search: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(search);
  const [seen, setSeen] = useState(search);
  if (search !== seen) {
    setSeen(search);
    if (search !== text.trim()) setText(search);
  }
  const latest = useRef(onSearch);
  useEffect(() => {
    latest.current = onSearch;
  });
  const typed = text.trim();
  useEffect(() => {
    if (typed === search) return;
    const timer = setTimeout(() => latest.current(typed), typed === '' ? 0 : searchDelay);
    return () => clearTimeout(timer);
  }, [typed, search]);
  return { text, setText };
}
