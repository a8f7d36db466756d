/** A passage of a reply that the server has marked. */
export interface Quote {
  /** 'documented': a saying on record. 'spirit': in quotation marks, and not on record. */
  kind: 'documented' | 'spirit';
  /** In code points of the reply's text; `end` is exclusive. */
  start: number;
  end: number;
  /** Of the saying, such as 'documented' or 'attributed'. */
  status: string;
  /** The saying as it is on record; empty for other passages. */
  text: string;
  source: string;
  /** Web address of the source, or empty. */
  address: string;
}

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
