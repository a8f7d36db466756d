const wholeFormat = new Intl.NumberFormat('en-US');
const compactFormat = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  maximumFractionDigits: 1,
});

/** Counts from here on are shortened to thousands or millions. */
const minShortenedCount = 10_000;

/** A count as on cards: '9,120', then '26.4k', '1.2m'. */
export function formatCount(count: number): string {
  return count < minShortenedCount
    ? wholeFormat.format(count)
    : compactFormat.format(count).toLowerCase();
}

/** A count in full: '26,412'. */
export function formatWholeCount(count: number): string {
  return wholeFormat.format(count);
}

/** A count with its noun, '1 like', '3 likes', for screen readers. */
export function countWithNoun(count: number, singular: string): string {
  return `${formatCount(count)} ${count === 1 ? singular : `${singular}s`}`;
}
