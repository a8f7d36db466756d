import { useEffect } from 'react';

/** What would be lost or broken off if the page were loaded anew now. */
const holders = new Set<symbol>();
const listeners = new Set<() => void>();

/** So long nothing may hold the page before it counts as free, in milliseconds: between the last
 * key and the first word of a reply the text is gone and the reply not yet there. */
const quiet = 1000;

function tell(): void {
  for (const listener of listeners) listener();
}

/** Holds the page until the result is called. */
export function holdPage(): () => void {
  const holder = Symbol();
  holders.add(holder);
  tell();
  return () => {
    if (holders.delete(holder)) tell();
  };
}

/** Holds the page while a reply runs, a text is unsent or a dialog is open. */
export function useBusy(busy: boolean): void {
  useEffect(() => (busy ? holdPage() : undefined), [busy]);
}

/** Whether loading the page anew now would lose or break off something. */
export const isHeld = (): boolean => holders.size > 0;

/** Acts once, as soon as nothing has held the page for a moment. */
export function whenFree(act: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (!isHeld()) timer = setTimeout(go, quiet);
  };
  const go = () => {
    listeners.delete(look);
    act();
  };
  listeners.add(look);
  look();
}
