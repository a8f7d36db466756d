import { create } from 'zustand';
import { isRecord } from '../lib/is-record';

/** An overlay that is drawn. */
interface Overlay {
  close: () => void;
  /** True once the overlay has a history entry: leaving the entry closes the overlay. */
  hasEntry: boolean;
}

interface OverlayHistoryState {
  /** The topmost overlay last. */
  openOverlays: readonly Overlay[];
  /** Number of overlays that are open at the current history entry. */
  depth: number;
  /** Address of the current history entry, from its path on. */
  address: string;
  /**
   * What the router has started and not rendered yet. A step back takes time, because the browser
   * makes it asynchronously.
   */
  pendingMove: 'none' | 'navigation' | 'step back';
  /** A navigation that waits. It starts when the running step back has ended; null if none waits. */
  pendingStep: (() => void) | null;
}

const noNavigation = { depth: 0, address: '', pendingMove: 'none', pendingStep: null } as const;

/** The open overlays, and how the current history entry relates to them. */
export const useOverlayStore = create<OverlayHistoryState>()(() => ({
  ...noNavigation,
  openOverlays: [],
}));

const { getState, setState } = useOverlayStore;

/** Number of overlays that are open at a history entry, from the `overlay` value of its location state. */
export function overlayDepth(state: unknown): number {
  const depth = isRecord(state) ? state['overlay'] : undefined;
  return typeof depth === 'number' ? depth : 0;
}

/** Adds an overlay that Back closes. Call the result to remove it. */
export function addOverlay(close: () => void): () => void {
  const overlay: Overlay = { close, hasEntry: false };
  setState(({ openOverlays }) => ({ openOverlays: [...openOverlays, overlay] }));
  return () =>
    setState(({ openOverlays }) => ({
      openOverlays: openOverlays.filter((one) => one !== overlay),
    }));
}

/** Records that the router is about to show another entry. */
export function expectHistoryEntry(pending: 'navigation' | 'step back', depth?: number): void {
  setState((state) => ({ pendingMove: pending, depth: depth ?? state.depth }));
}

/** Records the entry that the router has drawn, and starts the navigation that waited for it. */
export function recordHistoryEntry(address: string, state: unknown, isPop: boolean): void {
  const { pendingMove, pendingStep } = getState();
  const currentEntry = { address, depth: overlayDepth(state) };
  // The router drew a redirect while the step back is still running: keep waiting for the step
  // back.
  if (pendingMove === 'step back' && !isPop) {
    setState(currentEntry);
  } else {
    setState({ ...noNavigation, ...currentEntry });
    pendingStep?.();
  }
}

/** Resets everything but the overlays. Called when the router is unmounted. */
export function resetNavigation(): void {
  setState(noNavigation);
}

/**
 * Calls `go`, which navigates to another page. With one open overlay, `go` replaces the history
 * entry of the overlay. Back from the next page then shows the page under the overlay. With several
 * open overlays, `navigateFromOverlays` first steps back to the entry of the page. If
 * `replacesPage` is true, a single open overlay also causes this step back. If a step back is
 * running, `go` waits until the step back has ended.
 */
export function navigateFromOverlays(
  go: (mode: { replace: boolean }) => void,
  step: (delta: number) => void,
  replacesPage = false,
): void {
  const { depth, pendingMove } = getState();
  const mustStepBack = depth > (replacesPage ? 0 : 1);
  if (pendingMove === 'step back' || mustStepBack) {
    setState({ pendingStep: () => navigateFromOverlays(go, step, replacesPage) });
  }
  if (pendingMove === 'step back') return;
  if (mustStepBack) {
    expectHistoryEntry('step back');
    step(-depth);
  } else {
    expectHistoryEntry('navigation', 0);
    go({ replace: depth === 1 });
  }
}

/** Closes all overlays, the topmost first. */
export function closeOverlays(): void {
  for (const { close } of [...getState().openOverlays].reverse()) close();
}
