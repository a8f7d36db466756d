import type { Session } from '#/shared/api/types';

/** The character that is talked with. */
export type Partner = Session['character'];
