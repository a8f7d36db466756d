import { useEffect, useRef } from 'react';
import { addOverlay } from '../browser/overlay-store';

/**
 * While the component is mounted and `enabled` is true, Back calls `onClose` instead of leaving the
 * page. `shared/ui/overlay-history.ts` adds the history entries and closes the overlays.
 */
export function useBackCloses(onClose: () => void, enabled = true): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => (enabled ? addOverlay(() => close.current()) : undefined), [enabled]);
}
