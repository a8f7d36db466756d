const dateFormat = (month: 'short' | 'long') =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' });

const yearFormat = new Intl.DateTimeFormat('en-GB', { year: 'numeric', timeZone: 'UTC' });
const longFormat = dateFormat('long');
const shortFormat = dateFormat('short');

function format(formatter: Intl.DateTimeFormat, day: string): string {
  const time = new Date(day);
  return Number.isNaN(time.getTime()) ? '' : formatter.format(time);
}

/** A calendar day (YYYY-MM-DD) as in articles: '18 March 2026'; empty if the day is invalid. */
export function formatDate(day: string): string {
  return format(longFormat, day);
}

/** Like `formatDate` with a short month: '7 Jul 2025' (rule content-legal-pages). */
export function formatShortDate(day: string): string {
  return format(shortFormat, day);
}

/** The year of a time: '2025'; empty if it is invalid. */
export function formatYear(time: string): string {
  return format(yearFormat, time);
}
