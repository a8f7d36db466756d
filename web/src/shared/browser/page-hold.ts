import { useEffect } from 'react';
import { createStore } from 'zustand';

/** One symbol for each `holdPage` whose result was not called yet. */
const holdStore = createStore<{ holders: readonly symbol[] }>()(() => ({ holders: [] }));

/**
 * Idle time (ms) before a pending reload runs. Covers the gap between sending (the draft is cleared)
 * and the reply's start (rule look-update-waits).
 */
const idleTimeMs = 1000;

/** Prevents reloads until the result is called. */
export function holdPage(): () => void {
  const holder = Symbol();
  holdStore.setState(({ holders }) => ({ holders: [...holders, holder] }));
  return () =>
    holdStore.setState(({ holders }) => ({ holders: holders.filter((one) => one !== holder) }));
}

/**
 * Prevents reloads while `busy`, for example while a reply runs, a text is unsent or a dialog is open (rule
 * look-update-waits).
 */
export function useHoldPage(busy: boolean): void {
  useEffect(() => (busy ? holdPage() : undefined), [busy]);
}

/** True while a reload would lose or interrupt something. */
export const isPageHeld = (): boolean => holdStore.getState().holders.length > 0;

/** Calls `callback` once, when the page has not been held for `idleTimeMs`. */
export function whenPageFree(callback: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const checkHolders = () => {
    clearTimeout(timer);
    if (!isPageHeld()) timer = setTimeout(go, idleTimeMs);
  };
  const stop = holdStore.subscribe(checkHolders);
  const go = () => {
    stop();
    callback();
  };
  checkHolders();
}
