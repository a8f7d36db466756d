import type { Quote } from '../../state/message';

export type { Quote };

export interface QuoteRange {
  quote: Quote;
  /** Offset of the first UTF-16 code unit of the passage in the reply's text. */
  from: number;
  /** Offset after the last UTF-16 code unit of the passage. */
  to: number;
}

/**
 * The passages of quotes in the order of the text. Passages that are outside the text or overlap an earlier
 * one are left out.
 */
export function quoteRanges(text: string, quotes: readonly Quote[]): QuoteRange[] {
  const offsets: number[] = [];
  let codeUnitIndex = 0;
  for (const character of text) {
    offsets.push(codeUnitIndex);
    codeUnitIndex += character.length;
  }
  offsets.push(codeUnitIndex);
  const ranges: QuoteRange[] = [];
  for (const quote of [...quotes].sort((a, b) => a.start - b.start)) {
    const [from, to] = [offsets[quote.start], offsets[quote.end]];
    if (from === undefined || to === undefined || from >= to) continue;
    if (from >= (ranges.at(-1)?.to ?? 0)) ranges.push({ quote, from, to });
  }
  return ranges;
}
