import type { Session } from '#/shared/api/types';
import { paths } from '#/shared/lib/paths';

/**
 * The time of the last talk with each character (RFC 3339). The key is the address of the
 * character's profile.
 */
export type TalkDayByProfile = ReadonlyMap<string, string>;

/**
 * When the user last talked with each character. A conversation that has only its greeting has the same time
 * of creation and change, and is left out (rule look-postmark).
 */
export function talkDays(sessions: readonly Session[]): TalkDayByProfile {
  return new Map(
    sessions
      .filter(({ created_at, updated_at }) => created_at !== updated_at)
      .map(({ character, updated_at }) => [paths.profile.getHref(character.slug), updated_at]),
  );
}
