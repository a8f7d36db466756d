import { useState } from 'react';

/**
 * The last element outside of overlays that opened an overlay. When a closed overlay's opener is no
 * longer in the page, this element gets the focus.
 */
let pageOpener: Element | null = null;

function findOpener(): Element | null {
  const active = document.activeElement;
  // Nothing has focus: an overlay was just removed. `pageOpener` stays as it is.
  if (active === null || active === document.body) return null;
  if (!active.closest('[role="dialog"]')) pageOpener = active;
  return active;
}

/** Remembers the focused element when an overlay mounts; call the result after it is removed. */
export function useReturnFocus(): () => void {
  const [opener] = useState(findOpener);
  return () => {
    const target = opener?.isConnected ? opener : pageOpener;
    if (target instanceof HTMLElement) target.focus();
  };
}
