import { useEffect, useRef, useState } from 'react';

/** Debounce of typing (ms), rules account-search-wait, chats-search-field. */
const searchDelayMs = 300;

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
  const latestOnSearch = useRef(onSearch);
  useEffect(() => {
    latestOnSearch.current = onSearch;
  });
  const trimmedText = text.trim();
  useEffect(() => {
    if (trimmedText === search) return;
    const timer = setTimeout(
      () => latestOnSearch.current(trimmedText),
      trimmedText === '' ? 0 : searchDelayMs,
    );
    return () => clearTimeout(timer);
  }, [trimmedText, search]);
  return { text, setText };
}
