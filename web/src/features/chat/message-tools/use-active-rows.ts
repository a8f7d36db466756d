import { type RefObject, useEffect, useState } from 'react';

/** Id of the message in whose row an element is; empty if it is in none. */
function messageIdAt(target: EventTarget | null): string {
  if (!(target instanceof Element)) return '';
  return target.closest<HTMLElement>('[data-message]')?.dataset['message'] ?? '';
}

/**
 * Ids of the messages whose rows have the pointer or the focus, or were tapped. Only these rows
 * need tools, which keeps a long log light.
 */
export function usePointedOrFocusedIds(column: RefObject<HTMLElement | null>): readonly string[] {
  const [pointedId, setPointedId] = useState('');
  const [focusedId, setFocusedId] = useState('');
  useEffect(() => {
    const element = column.current;
    if (!element) return;
    const controller = new AbortController();
    const { signal } = controller;
    setFocusedId(
      element.contains(document.activeElement) ? messageIdAt(document.activeElement) : '',
    );
    element.addEventListener(
      'pointerover',
      ({ target, pointerType }) => pointerType !== 'touch' && setPointedId(messageIdAt(target)),
      { signal },
    );
    element.addEventListener('click', ({ target }) => setPointedId(messageIdAt(target)), {
      signal,
    });
    element.addEventListener(
      'pointerleave',
      ({ pointerType }) => pointerType !== 'touch' && setPointedId(''),
      { signal },
    );
    element.addEventListener('focusin', ({ target }) => setFocusedId(messageIdAt(target)), {
      signal,
    });
    element.addEventListener(
      'focusout',
      ({ relatedTarget }) => setFocusedId(messageIdAt(relatedTarget)),
      {
        signal,
      },
    );
    return () => controller.abort();
  }, [column]);
  return [pointedId, focusedId];
}
