import type { LoginSession } from '#/shared/api/types';
import { formatShortDate } from '#/shared/format/format-date';
import { formatAge } from '#/shared/format/format-time';

const phoneSystems: readonly string[] = ['Android', 'iOS'];

export function isPhone({ system }: LoginSession): boolean {
  return phoneSystems.includes(system);
}

/** 'Firefox on Linux', or the browser alone if the system was not recognised (rule account-sessions). */
export function sessionName({ browser, system }: LoginSession): string {
  return system ? `${browser} on ${system}` : browser;
}

/** When the session was used and when it began: '2h ago, signed in 7 Jul 2025'. */
export function sessionAgeText({ current, last_used_at, created_at }: LoginSession): string {
  const lastUsedText = current ? 'Now' : formatAge(last_used_at);
  return `${lastUsedText}, signed in ${formatShortDate(created_at)}`;
}

/** Sorts the sessions: that of this browser first, then by last use, latest first (rule account-sessions). */
export function sortSessions(sessions: readonly LoginSession[]): LoginSession[] {
  const lastUseTime = ({ last_used_at }: LoginSession) => Date.parse(last_used_at) || 0;
  return sessions.toSorted(
    (a, b) => Number(b.current) - Number(a.current) || lastUseTime(b) - lastUseTime(a),
  );
}
