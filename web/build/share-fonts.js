// @ts-check
// Writes the fonts of the share pictures, which the server draws (internal/pages/share): one weight of
// the display face and one of the text face. They are plain TrueType, because the server reads neither
// woff2 nor variable fonts. `npm run build` runs this script after Vite.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const faces = {
  display: { family: 'imbue', axes: { wght: 560, opsz: 100 } },
  text: { family: 'archivo', axes: { wght: 480, wdth: 100 } },
};

/** File suffix of each subset of a family. */
const subsets = { latin: '', 'latin-ext': '-ext' };

/** The characters of all fonts: Latin up to Latin Extended-A, and punctuation. */
const characters = `${Array.from({ length: 0x160 }, (_, i) => String.fromCodePoint(0x20 + i)).join('')}–—‘’“”…`;

/** @param {string} dir */
async function writeFonts(dir) {
  const { resolve } = createRequire(import.meta.url);
  await mkdir(dir, { recursive: true });
  for (const [name, { family, axes }] of Object.entries(faces)) {
    for (const [subset, suffix] of Object.entries(subsets)) {
      const file = `@fontsource-variable/${family}/files/${family}-${subset}-standard-normal.woff2`;
      const font = await subsetFont(await readFile(resolve(file)), characters, {
        targetFormat: 'truetype',
        variationAxes: axes,
      });
      await writeFile(join(dir, `${name}${suffix}.ttf`), font);
    }
  }
}

await writeFonts(process.argv[2] ?? fileURLToPath(new URL('../dist/fonts', import.meta.url)));
