import { useEffect, useRef } from 'react';
import { addOverlay } from '../browser/overlay-store';

/** While the component is there and `on`, Back closes it instead of leaving the page. */
export function useBackCloses(onClose: () => void, on = true): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => (on ? addOverlay(() => close.current()) : undefined), [on]);
}
