declare module 'subset-font' {
  /** Keeps the signs of a text, and pins axes of a variable font. */
  function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'truetype'; variationAxes: Readonly<Record<string, number>> },
  ): Promise<Uint8Array>;

  export = subsetFont;
}
