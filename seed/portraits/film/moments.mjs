/**
 * The timing of the banner's film: the rise of the heads and the drift of the
 * lines in each frame.
 */

/** Frames per second. */
export const FRAME_RATE = 15;

/** Seconds at the start in which the film looks like its poster, so that the switch from the poster is invisible. */
const POSTER_SECONDS = 1;

/** Seconds in which the lines drift by half a pitch. */
const DRIFT_SECONDS = 1.2;

/** Seconds in which the heads sink or rise. */
const RISE_SECONDS = 2.4;

/** Length of the loop in seconds. */
const LOOP_SECONDS = 12;

/**
 * What a frame shows: `rise` from 0 (flat lines) to 1, `drift` in pitches.
 * @typedef {{rise: number, drift: number}} Moment
 */

/** Eases a share from 0 to 1: slow at both ends. */
const smoothstep = (share) => share * share * (3 - 2 * share);

/** The share of a span of time that has passed, eased. `from` and `length` are seconds. */
const easedShare = (time, from, length) => smoothstep(Math.min(1, Math.max(0, (time - from) / length)));

/**
 * The moment of the loop at a time. The lines drift by half a pitch before the heads sink
 * and by another half while they sink. A drift of a whole pitch looks like 0, so the loop
 * has no jump.
 * @param {number} time in seconds from the film's first frame
 * @returns {Moment}
 */
export function momentAt(time) {
  const sinks = POSTER_SECONDS + DRIFT_SECONDS;
  const rises = sinks + RISE_SECONDS;
  if (time >= rises) return { rise: easedShare(time, rises, RISE_SECONDS), drift: 0 };
  const rise = 1 - easedShare(time, sinks, RISE_SECONDS);
  return { rise, drift: (easedShare(time, POSTER_SECONDS, DRIFT_SECONDS) + easedShare(time, sinks, RISE_SECONDS)) / 2 };
}

/**
 * The moments of all frames of the loop in order.
 * @returns {Moment[]}
 */
export function listMoments() {
  return Array.from({ length: LOOP_SECONDS * FRAME_RATE }, (_, frame) => momentAt(frame / FRAME_RATE));
}
