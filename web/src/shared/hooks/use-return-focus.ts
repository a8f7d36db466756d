import { useState } from 'react';

/**
 * The last element outside of overlays that opened an overlay. When a closed overlay's opener is no
 * longer in the page, this element gets the focus.
 */
let pageOpener: Element | null = null;

function findOpener(): Element | null {
  const activeElement = document.activeElement;
  // Nothing has focus: an overlay was just removed. `pageOpener` stays as it is.
  if (activeElement === null || activeElement === document.body) return null;
  if (!activeElement.closest('[role="dialog"]')) pageOpener = activeElement;
  return activeElement;
}

/** Remembers the focused element when an overlay mounts; call the result after it is removed. */
export function useReturnFocus(): () => void {
  const [opener] = useState(findOpener);
  return () => {
    const focusTarget = opener?.isConnected ? opener : pageOpener;
    if (focusTarget instanceof HTMLElement) focusTarget.focus();
  };
}
