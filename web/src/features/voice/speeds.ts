/** The speeds of what is read aloud, slowest first (rule voice-speed). */
export const speeds: readonly number[] = [0.75, 1, 1.25, 1.5, 2];
