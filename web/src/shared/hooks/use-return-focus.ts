import { useState } from 'react';

/** The last element outside any overlay that opened one: where focus ends when overlays replace each other. */
let pageOpener: Element | null = null;

function findOpener(): Element | null {
  const active = document.activeElement;
  // Nothing has focus: an overlay that had it has just gone, and its opener still counts.
  if (active === null || active === document.body) return null;
  if (!active.closest('[role="dialog"]')) pageOpener = active;
  return active;
}

/** Remembers what had focus when an overlay appeared; call the result when it has gone. */
export function useReturnFocus(): () => void {
  const [opener] = useState(findOpener);
  return () => {
    const target = opener?.isConnected ? opener : pageOpener;
    if (target instanceof HTMLElement) target.focus();
  };
}
