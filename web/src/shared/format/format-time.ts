const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const shortDateFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const dayMonthFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const dayMonthYearFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const clockFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const longDateFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
});

/**
 * Age of a comment or chat: '5m ago', '3h ago', '6d ago', then 'Nov 2' (rules comments-age, chats-row). A future
 * time is '0m ago'.
 */
export function formatAge(iso: string, now: Date = new Date()): string {
  const pastTime = new Date(iso);
  if (Number.isNaN(pastTime.getTime())) return '';
  const ageMs = Math.max(0, now.getTime() - pastTime.getTime());
  if (ageMs < hourMs) return `${Math.floor(ageMs / minuteMs)}m ago`;
  if (ageMs < dayMs) return `${Math.floor(ageMs / hourMs)}h ago`;
  if (ageMs < 7 * dayMs) return `${Math.floor(ageMs / dayMs)}d ago`;
  return shortDateFormat.format(pastTime);
}

/** Local time of a message: '20:41'. */
export function formatClock(iso: string): string {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? '' : clockFormat.format(time);
}

/** Heading of one day of a conversation: 'Today', 'Yesterday', else the full date. */
export function formatDay(iso: string, now: Date = new Date()): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return '';
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate());
  const days = Math.round((midnight(now).getTime() - midnight(time).getTime()) / dayMs);
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  return longDateFormat.format(time);
}

/** Local day of a time, such as '14 Mar'. If the year is not the present one, it is added: '14 Mar 2025'. */
export function formatDayMonth(iso: string, now: Date = new Date()): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return '';
  return (time.getFullYear() === now.getFullYear() ? dayMonthFormat : dayMonthYearFormat).format(
    time,
  );
}
