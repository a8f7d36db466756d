/** How long no other code can be sent to an address. */
export interface ResendWait {
  email: string;
  /** Start in ms of the wall clock, which also runs while the tab is throttled or asleep. */
  since: number;
  seconds: number;
}

/** The whole seconds that are left at `now` (ms). 0 if the clock was set back: the server still counts. */
export function secondsLeft({ since, seconds }: ResendWait, now: number): number {
  if (now < since) return 0;
  return Math.max(0, Math.ceil(seconds - (now - since) / 1000));
}
