import { useEffect } from 'react';

let holders = 0;

function lockScroll(): void {
  const root = document.documentElement;
  // Padding of the same width replaces the hidden scroll bar, so that nothing shifts.
  const scrollBarWidth = window.innerWidth - root.clientWidth;
  root.dataset['scrollLocked'] = '';
  if (scrollBarWidth > 0) document.body.style.paddingRight = `${scrollBarWidth}px`;
}

function unlockScroll(): void {
  delete document.documentElement.dataset['scrollLocked'];
  document.body.style.paddingRight = '';
}

/** Prevents scrolling of the page under an overlay. Overlays may nest. */
export function useScrollLock(locked = true): void {
  useEffect(() => {
    if (!locked) return;
    if (holders === 0) lockScroll();
    holders += 1;
    return () => {
      holders -= 1;
      if (holders === 0) unlockScroll();
    };
  }, [locked]);
}
