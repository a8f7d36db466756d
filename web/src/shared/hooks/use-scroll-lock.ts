import { useEffect } from 'react';

let holders = 0;

/** Keeps the page behind an overlay from scrolling; overlays may nest. */
export function useScrollLock(locked = true): void {
  useEffect(() => {
    if (!locked) return;
    holders += 1;
    document.documentElement.dataset['scrollLocked'] = '';
    return () => {
      holders -= 1;
      if (holders === 0) delete document.documentElement.dataset['scrollLocked'];
    };
  }, [locked]);
}
