import { type RefObject, useEffect, useState } from 'react';

/** Id of the message in whose row an element is; empty if it is in none. */
function messageIdAt(target: EventTarget | null): string {
  if (!(target instanceof Element)) return '';
  return target.closest<HTMLElement>('[data-message]')?.dataset['message'] ?? '';
}

/**
 * Ids of the messages whose rows have the pointer or the focus, or were tapped. One listener serves all
 * rows, so that a long log has no tools in rows that nobody uses.
 */
export function useActiveRows(column: RefObject<HTMLElement | null>): readonly string[] {
  const [pointed, setPointed] = useState('');
  const [focused, setFocused] = useState('');
  useEffect(() => {
    const element = column.current;
    if (!element) return;
    const listening = new AbortController();
    const { signal } = listening;
    setFocused(element.contains(document.activeElement) ? messageIdAt(document.activeElement) : '');
    element.addEventListener(
      'pointerover',
      ({ target, pointerType }) => pointerType !== 'touch' && setPointed(messageIdAt(target)),
      { signal },
    );
    element.addEventListener('click', ({ target }) => setPointed(messageIdAt(target)), { signal });
    element.addEventListener(
      'pointerleave',
      ({ pointerType }) => pointerType !== 'touch' && setPointed(''),
      { signal },
    );
    element.addEventListener('focusin', ({ target }) => setFocused(messageIdAt(target)), {
      signal,
    });
    element.addEventListener(
      'focusout',
      ({ relatedTarget }) => setFocused(messageIdAt(relatedTarget)),
      {
        signal,
      },
    );
    return () => listening.abort();
  }, [column]);
  return [pointed, focused];
}
