import type { Quote } from '../../state/message';

export type { Quote };

export interface Range {
  quote: Quote;
  /** In UTF-16 units of the reply's text. */
  from: number;
  to: number;
}

/** The passages in UTF-16 units, in the order of the text. Passages outside the text are left out. */
export function rangesOf(text: string, quotes: readonly Quote[]): Range[] {
  const offsets: number[] = [];
  let unit = 0;
  for (const character of text) {
    offsets.push(unit);
    unit += character.length;
  }
  offsets.push(unit);
  const ranges: Range[] = [];
  for (const quote of [...quotes].sort((a, b) => a.start - b.start)) {
    const [from, to] = [offsets[quote.start], offsets[quote.end]];
    if (from === undefined || to === undefined || from >= to) continue;
    if (from >= (ranges.at(-1)?.to ?? 0)) ranges.push({ quote, from, to });
  }
  return ranges;
}
