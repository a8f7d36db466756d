/** A year as people write it: "44 BC", "AD 68", "1805". The server's core.YearText does the same. */
export function yearText(year: number): string {
  if (year < 0) return `${-year} BC`;
  return year < 1000 ? `AD ${year}` : `${year}`;
}
