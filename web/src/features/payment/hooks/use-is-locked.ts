import { useEffect, useReducer } from 'react';
import { type Access, isLocked } from '../model/access';

/** The longest time of a browser's timer, in ms. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * True if a character is locked. The hook renders again when the bought access expires (rule
 * access-locked-client).
 */
export function useIsLocked(access: Access): boolean {
  const [renders, render] = useReducer((count: number) => count + 1, 0);
  const locked = isLocked(access, Date.now());
  const { expiry_at: expiry } = access;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `renders` restarts a timer that ended before the expiry
  useEffect(() => {
    if (locked || expiry === null) return;
    const timer = setTimeout(render, Math.min(Date.parse(expiry) - Date.now(), longestTimerMs));
    return () => clearTimeout(timer);
  }, [locked, expiry, renders]);
  return locked;
}
