/** Texts of the marks in a reply (rules words-documented, words-in-the-spirit). */
export const quoteTexts = {
  spirit: 'in the spirit of',
  open: 'Source of this saying',
  link: 'Open the source',
} as const;

const quoteStatusTexts: Readonly<Record<string, string>> = {
  documented: 'On record',
  character: 'A line of a character',
  attributed: 'Attributed, not proven',
  misattributed: 'Often attributed, by mistake',
};

/** Says how well a saying is documented. An unknown status is returned unchanged. */
export function quoteStatusText(status: string): string {
  return quoteStatusTexts[status] ?? status;
}
