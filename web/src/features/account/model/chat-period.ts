/** Choices of the time filter (rule chats-time-filter). */
export const chatPeriods = [
  { key: 'all', label: 'All Time' },
  { key: 'today', label: 'Today' },
  { key: 'yesterday', label: 'Yesterday' },
  { key: 'week', label: 'This Week' },
  { key: 'month', label: 'This Month' },
] as const;

export type ChatPeriod = (typeof chatPeriods)[number]['key'];

/**
 * Midnight `days` days before `now`, in the user's time zone. It counts calendar days, because a day can have
 * 23 or 25 hours.
 */
export function midnightBefore(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
}

/** First day of each period, in days before today. */
const periodStartDays = { today: 0, yesterday: 1, week: 7, month: 30 } as const;

/** The bounds of a period: `from` is inclusive, `until` exclusive. An open end has no bound. */
export function periodBounds(period: ChatPeriod, now: Date): { from?: string; until?: string } {
  if (period === 'all') return {};
  const from = midnightBefore(now, periodStartDays[period]).toISOString();
  if (period !== 'yesterday') return { from };
  return { from, until: midnightBefore(now, 0).toISOString() };
}
