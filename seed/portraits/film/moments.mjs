/**
 * The timing of the banner's film: the rise of the heads and the drift of the
 * lines in each frame.
 */

/** Frames in a second. */
export const RATE = 15;

/** Seconds at the start that show the poster, so that the switch to the film is invisible. */
const OPENING = 1;

/** Seconds in which the lines drift by half a pitch. */
const DRIFT = 1.2;

/** Seconds in which the heads sink or rise. */
const RISE = 2.4;

/** Length of the loop in seconds. */
const LOOP = 12;

/**
 * What a frame shows: `rise` from 0 (flat lines) to 1, `drift` in pitches.
 * @typedef {{rise: number, drift: number}} Moment
 */

/** Smoothstep: slow at both ends. */
const ease = (share) => share * share * (3 - 2 * share);

/** The eased share of a span that has passed at a time. */
const passed = (time, from, length) => ease(Math.min(1, Math.max(0, (time - from) / length)));

/**
 * The moment of the loop at a time. The lines drift on while the heads sink,
 * up to a whole pitch, which looks like no drift: the loop has no jump.
 * @param {number} time in seconds from the film's first frame
 * @returns {Moment}
 */
export function momentAt(time) {
  const sinks = OPENING + DRIFT;
  const rises = sinks + RISE;
  if (time >= rises) return { rise: passed(time, rises, RISE), drift: 0 };
  const rise = 1 - passed(time, sinks, RISE);
  return { rise, drift: (passed(time, OPENING, DRIFT) + passed(time, sinks, RISE)) / 2 };
}

/**
 * Every frame of the loop in its order.
 * @returns {Moment[]}
 */
export function score() {
  return Array.from({ length: LOOP * RATE }, (_, frame) => momentAt(frame / RATE));
}
