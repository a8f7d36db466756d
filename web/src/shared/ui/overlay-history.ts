import { useEffect, useLayoutEffect } from 'react';
import { createPath, useLocation, useNavigate, useNavigationType } from 'react-router';
import {
  expectHistoryEntry,
  recordHistoryEntry,
  resetNavigation,
  useOverlayStore,
} from '../browser/overlay-store';
import { useEntryId } from '../hooks/use-entry-state';
import { isRecord } from '../lib/is-record';

/**
 * Adds one history entry for each open overlay, after the page's own entry and with the page's entry id. When
 * Back leaves the entry of an overlay, the overlay closes. If an overlay closes by other means, its entry
 * remains. Forward and a reload can also show an entry without an open overlay. From an entry without an open
 * overlay, this component steps back. Mounted once in the router.
 */
export function OverlayHistory(): null {
  const location = useLocation();
  const isPop = useNavigationType() === 'POP';
  const entry = useEntryId();
  const navigate = useNavigate();
  const { openOverlays, depth, pendingMove } = useOverlayStore();
  useLayoutEffect(() => resetNavigation, []);
  useLayoutEffect(
    () => recordHistoryEntry(createPath(location), location.state, isPop),
    [location, isPop],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when overlays or their entries change
  useEffect(() => {
    if (pendingMove !== 'none') return;
    for (const overlay of openOverlays.slice(0, depth)) overlay.hasEntry = true;
    const overlaysAbove = openOverlays.slice(depth);
    const overlaysToClose = overlaysAbove.filter(({ hasEntry: entered }) => entered).reverse();
    if (overlaysToClose.length > 0) {
      for (const { close } of overlaysToClose) close();
    } else if (overlaysAbove[0]) {
      const pageState = isRecord(location.state) ? location.state : {};
      // The browser adds the entry at once, but the router renders it later. Back may be pressed in
      // between.
      overlaysAbove[0].hasEntry = true;
      expectHistoryEntry('navigation', depth + 1);
      void navigate(createPath(location), { state: { ...pageState, entry, overlay: depth + 1 } });
    } else if (depth > openOverlays.length) {
      expectHistoryEntry('step back');
      void navigate(openOverlays.length - depth);
    }
  }, [openOverlays, depth, pendingMove]);
  return null;
}
