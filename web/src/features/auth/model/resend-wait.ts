/** A wait before another code can be sent to an address. */
export interface ResendWait {
  email: string;
  /** Start in ms of the wall clock, which also runs while the tab is throttled or frozen. */
  startMs: number;
  seconds: number;
}

/**
 * The whole seconds that are left at `now` (ms). If the clock was set back to before `startMs`, the result is 0;
 * the server still refuses early calls. Rule accounts-forgot-resend (the wall clock).
 */
export function secondsLeft({ startMs, seconds }: ResendWait, now: number): number {
  if (now < startMs) return 0;
  return Math.max(0, Math.ceil(seconds - (now - startMs) / 1000));
}
