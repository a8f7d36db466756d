declare module 'subset-font' {
  type Range = Readonly<{ min: number; max: number; default: number }>;

  interface Options {
    targetFormat: 'truetype' | 'woff2';
    /** Axes of a variable font: pinned to one value, or narrowed to a range. */
    variationAxes: Readonly<Record<string, number | Range>>;
    /** Tags of the layout features to keep; all if omitted. */
    keepFeatures?: readonly string[];
  }

  /** Returns a copy of `font` with only the glyphs of the characters in `text`. */
  function subsetFont(font: Uint8Array, text: string, options: Options): Promise<Uint8Array>;

  export = subsetFont;
}
