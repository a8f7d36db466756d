const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const shortDate = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const dayMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const dayMonthYear = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const longDate = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
});

/** Age of a comment: '5m ago', '3h ago', '6d ago', then 'Nov 2' (rule comments-age). A future time is '0m ago'. */
export function formatAge(iso: string, now: Date = new Date()): string {
  const then = new Date(iso);
  if (Number.isNaN(then.getTime())) return '';
  const ageMs = Math.max(0, now.getTime() - then.getTime());
  if (ageMs < hour) return `${Math.floor(ageMs / minute)}m ago`;
  if (ageMs < day) return `${Math.floor(ageMs / hour)}h ago`;
  if (ageMs < 7 * day) return `${Math.floor(ageMs / day)}d ago`;
  return shortDate.format(then);
}

/** Local time of a message: '20:41'. */
export function formatClock(iso: string): string {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? '' : clock.format(time);
}

/** Heading of one day of a conversation: 'Today', 'Yesterday', else the full date. */
export function formatDay(iso: string, now: Date = new Date()): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return '';
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate());
  const days = Math.round((midnight(now).getTime() - midnight(time).getTime()) / day);
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  return longDate.format(time);
}

/** Local day of a time: '14 Mar', with the year if it is another one: '14 Mar 2025'. */
export function formatDayMonth(iso: string, now: Date = new Date()): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return '';
  return (time.getFullYear() === now.getFullYear() ? dayMonth : dayMonthYear).format(time);
}
