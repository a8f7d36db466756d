// @ts-check
// Writes the fonts of invoices, which the server embeds in PDF files (internal/billing/invoice): the
// display face, the label face, and the text face with one file for each subset (Latin, Vietnamese,
// Cyrillic, Greek). All are plain TrueType of one weight. The files are in git: run
// `npm run invoice-fonts` after a change of this file or of the packages.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

/** @type {[family: string, subset: string, file: string, axes: Record<string, number>][]} */
const faces = [
  ['imbue', 'latin', 'display', { wght: 560, opsz: 60 }],
  ['archivo', 'latin', 'label', { wght: 500, wdth: 100 }],
  ...['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext'].map(
    (subset) =>
      /** @type {[string, string, string, Record<string, number>]} */ ([
        'literata',
        subset,
        `text-${subset}`,
        { wght: 430, opsz: 11 },
      ]),
  ),
];

/**
 * First and last code points of the characters in the text face: Latin, Greek, Cyrillic, accents,
 * punctuation, currencies, minus (rule payment-invoice-pdf).
 * @type {readonly (readonly [number, number])[]}
 */
const textRanges = [
  [0x20, 0x52f],
  [0x1c80, 0x1c8f],
  [0x1e00, 0x1fff],
  [0x2000, 0x20cf],
  [0x2100, 0x2122],
  [0x2212, 0x2212],
  [0xa640, 0xa69f],
];
const textCharacters = textRanges
  .map(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join(''),
  )
  .join('');
const asciiCharacters = Array.from({ length: 95 }, (_, i) => String.fromCodePoint(0x20 + i)).join(
  '',
);

/** @param {string} dir */
async function writeFonts(dir) {
  const { resolve } = createRequire(import.meta.url);
  await mkdir(dir, { recursive: true });
  for (const [family, subset, file, axes] of faces) {
    const from = resolve(
      `@fontsource-variable/${family}/files/${family}-${subset}-standard-normal.woff2`,
    );
    const font = await subsetFont(
      await readFile(from),
      family === 'literata' ? textCharacters : asciiCharacters,
      {
        targetFormat: 'truetype',
        variationAxes: axes,
      },
    );
    await writeFile(join(dir, `${file}.ttf`), font);
  }
  for (const family of new Set(faces.map(([name]) => name))) {
    await copyFile(
      resolve(`@fontsource-variable/${family}/LICENSE`),
      join(dir, `${family}-LICENSE.txt`),
    );
  }
}

await writeFonts(
  process.argv[2] ??
    fileURLToPath(new URL('../../internal/billing/invoice/fonts', import.meta.url)),
);
