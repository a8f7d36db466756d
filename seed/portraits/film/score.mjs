/** The score of the banner's film: how far the heads have risen and the lines drifted, frame by frame. */

/** Frames in a second. */
export const RATE = 15;

/** A beginning that shows the poster, so that the film takes over from it unseen. In seconds. */
const OPENING = 1;

/** The lines drift by half a pitch. In seconds. */
const DRIFT = 1.2;

/** The heads sink, or rise. In seconds. */
const RISE = 2.4;

/** How long the loop is, in seconds. */
const LOOP = 12;

/**
 * What a frame shows: `rise` from 0 (flat lines) to 1, `drift` in pitches.
 * @typedef {{rise: number, drift: number}} Moment
 */

/** Slow at both ends. */
const ease = (share) => share * share * (3 - 2 * share);

/** How far between two times a time is, eased. */
const passed = (time, from, length) => ease(Math.min(1, Math.max(0, (time - from) / length)));

/**
 * The moment of the loop. The lines go on drifting while the heads sink and come
 * to a whole pitch, which looks like none, so that nothing jumps.
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
