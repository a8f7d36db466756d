import { useEffect, useRef } from 'react';
import { addOverlay } from '../browser/overlay-store';

/**
 * While the component is mounted and `enabled` is true, Back calls `onClose` instead of leaving the
 * page. `shared/ui/overlay-history.ts` adds the history entries and closes the overlays.
 */
export function useBackCloses(onClose: () => void, enabled = true): void {
  const latestOnClose = useRef(onClose);
  useEffect(() => {
    latestOnClose.current = onClose;
  });
  useEffect(() => (enabled ? addOverlay(() => latestOnClose.current()) : undefined), [enabled]);
}
