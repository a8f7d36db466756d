const dateFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const clockFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Local day of a time: '14 Mar 2025'; empty if it is invalid. */
export function formatLocalDate(iso: string): string {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? '' : dateFormat.format(time);
}

/** Local day and time of day: '14 Mar 2025, 20:12'; empty if it is invalid. */
export function formatLocalTime(iso: string): string {
  const day = formatLocalDate(iso);
  return day === '' ? '' : `${day}, ${clockFormat.format(new Date(iso))}`;
}
