import type { Session } from '#/shared/api/types';

/** The character of a conversation. */
export type ChatCharacter = Session['character'];
