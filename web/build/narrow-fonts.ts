import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

interface Face {
  /** Path in the packages of the fonts, without `.woff2`. */
  from: string;
  /** Axes of the variable font: narrowed to a range, or pinned to one value. */
  axes: Readonly<Record<string, number | { min: number; max: number; default: number }>>;
  /** Characters to keep; by default those of `ranges`. */
  characters?: string;
}

const display = { wght: { min: 400, max: 640, default: 400 } };
const text = { wght: { min: 400, max: 700, default: 400 } };
const inscription = { wght: 620, wdth: 118 };

/** The faces of src/styles/fonts.css by their names there, with the weights that the styles use. */
const faces: Readonly<Record<string, Face>> = {
  'imbue-latin-normal': { from: 'imbue/files/imbue-latin-standard-normal', axes: display },
  'imbue-latin-ext-normal': { from: 'imbue/files/imbue-latin-ext-standard-normal', axes: display },
  'archivo-latin-normal': { from: 'archivo/files/archivo-latin-wght-normal', axes: text },
  'archivo-latin-ext-normal': { from: 'archivo/files/archivo-latin-ext-wght-normal', axes: text },
  'archivo-inscription-latin-normal': {
    from: 'archivo/files/archivo-latin-standard-normal',
    axes: inscription,
    characters: ' ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  },
  'literata-latin-normal': { from: 'literata/files/literata-latin-wght-normal', axes: text },
  'literata-latin-ext-normal': {
    from: 'literata/files/literata-latin-ext-wght-normal',
    axes: text,
  },
  'literata-latin-italic': { from: 'literata/files/literata-latin-wght-italic', axes: text },
};

/** OpenType features that the styles use: kerning, ligatures, marks, fractions, tabular figures. */
const features = 'kern liga calt ccmp locl mark mkmk rlig rclt rvrn tnum lnum frac numr dnom'.split(
  ' ',
);

/** Ranges of code points that cover those in the style sheet. A face may lack some of them. */
const ranges: readonly (readonly [number, number])[] = [
  [0x20, 0x36f],
  [0x1d00, 0x1eff],
  [0x2000, 0x22ff],
  [0x2c60, 0x2c7f],
  [0xa720, 0xa7ff],
  [0xfefd, 0xffff],
];
const defaultCharacters = ranges
  .map(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join(''),
  )
  .join('');

async function narrow({ from, axes, characters = defaultCharacters }: Face): Promise<Uint8Array> {
  const { resolve } = createRequire(import.meta.url);
  return subsetFont(await readFile(resolve(`@fontsource-variable/${from}.woff2`)), characters, {
    targetFormat: 'woff2',
    variationAxes: axes,
    keepFeatures: features,
  });
}

async function isMade(mark: string, key: string): Promise<boolean> {
  return (await readFile(mark, 'utf8').catch(() => '')) === key;
}

/**
 * Writes the font files that the page fetches to `.fonts/`, which is not in git. It drops the weights,
 * widths and features of the packages' fonts that no style uses, about two thirds of the bytes. It writes
 * the files again only after a change of this file or of package.json.
 */
export function narrowFonts(): Plugin {
  let root = '.';
  return {
    name: 'colloquy-narrow-fonts',
    configResolved(config) {
      root = config.root;
    },
    async buildStart() {
      const dir = join(root, '.fonts');
      const mark = join(dir, 'made');
      const packages = await readFile(join(root, 'package.json'), 'utf8');
      const key = createHash('sha256')
        .update(JSON.stringify([faces, features, ranges]))
        .update(packages)
        .digest('hex');
      if (await isMade(mark, key)) return;
      await mkdir(dir, { recursive: true });
      for (const [name, face] of Object.entries(faces)) {
        await writeFile(join(dir, `${name}.woff2`), await narrow(face));
      }
      await writeFile(mark, key);
    },
  };
}
