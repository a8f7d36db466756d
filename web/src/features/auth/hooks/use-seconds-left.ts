import { useEffect, useReducer } from 'react';
import { type ResendWait, secondsLeft } from '../model/resend-wait';

/**
 * The seconds until another code can be sent to `email`, by the wall clock. Renders once a second, and when
 * the tab is shown again (rule accounts-forgot-resend).
 */
export function useSecondsLeft(wait: ResendWait | null, email: string): number {
  const [, render] = useReducer((count: number) => count + 1, 0);
  const remainingSeconds = wait?.email === email ? secondsLeft(wait, Date.now()) : 0;
  const isWaiting = remainingSeconds > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `wait` starts a new timer
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(render, 1000);
    document.addEventListener('visibilitychange', render);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', render);
    };
  }, [isWaiting, wait]);
  return remainingSeconds;
}
