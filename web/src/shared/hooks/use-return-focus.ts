import { useState } from 'react';

/**
 * The element on the page, outside of all overlays, that last opened an overlay. When an overlay
 * closes and its opener is no longer in the page, `pageOpener` gets the focus.
 */
let pageOpener: Element | null = null;

function findOpener(): Element | null {
  const activeElement = document.activeElement;
  // Nothing has focus: an overlay was just removed. `pageOpener` stays as it is.
  if (activeElement === null || activeElement === document.body) return null;
  if (!activeElement.closest('[role="dialog"]')) pageOpener = activeElement;
  return activeElement;
}

/**
 * Remembers the focused element when an overlay mounts. The returned function restores the focus; call the
 * function after the overlay was removed.
 */
export function useReturnFocus(): () => void {
  const [opener] = useState(findOpener);
  return () => {
    const focusTarget = opener?.isConnected ? opener : pageOpener;
    if (focusTarget instanceof HTMLElement) focusTarget.focus();
  };
}
