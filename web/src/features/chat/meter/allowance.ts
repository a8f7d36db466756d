import type { Schemas } from '#/shared/api/types';
import { formatClock, formatDay } from '#/shared/format/format-time';

/** What is left of the messages that the user can send today (rule chat-meter). */
export type Allowance = Schemas['AllowanceJSON'];

/** The meter above the field is shown if at most this many messages are left. */
const lowMessageCount = 10;
/**
 * If `limit` is under 50, the meter is shown only when at most `limit` / `lowShareDivisor` messages
 * are left. The meter is always shown when one message is left.
 */
const lowShareDivisor = 5;

export function isLow({ left, limit }: Allowance): boolean {
  return left <= Math.min(lowMessageCount, Math.max(1, Math.floor(limit / lowShareDivisor)));
}

/** Local time of `iso`: 'at 02:00', or 'tomorrow at 02:00'. */
function localTimeText(iso: string, now: Date): string {
  const dayPrefix = formatDay(now.toISOString(), new Date(iso)) === 'Today' ? '' : 'tomorrow ';
  return `${dayPrefix}at ${formatClock(iso)}`;
}

function messagesLeftText(
  { left, limit, at_least }: Allowance,
  namesWholeAllowance: boolean,
): string {
  // With `at_least`, `left` and `limit` are only lower bounds, so the limit is not named.
  const mentionsLimit = namesWholeAllowance && left > 0 && !at_least;
  const of = mentionsLimit ? ` of ${limit}` : '';
  const messageNoun = (mentionsLimit ? limit : left) === 1 ? 'message' : 'messages';
  return `${at_least ? 'At least ' : ''}${left === 0 ? 'No' : left}${of} ${messageNoun} left today`;
}

/**
 * Says how many messages are left and when there are more. If `namesWholeAllowance` is true, the text also
 * names the whole allowance.
 */
export function meterText(
  allowance: Allowance,
  namesWholeAllowance: boolean,
  now = new Date(),
): string {
  const leftText = messagesLeftText(allowance, namesWholeAllowance);
  if (allowance.more_at === null) return `${leftText}.`;
  const moreTimeText = localTimeText(allowance.more_at, now);
  if (allowance.left > 0) return `${leftText}; more ${moreTimeText}.`;
  return namesWholeAllowance
    ? `${leftText}; the next ${moreTimeText}.`
    : `${leftText}; the next ${moreTimeText}. What you type stays here.`;
}
