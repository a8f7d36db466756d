import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

interface NarrowedFace {
  /** Path of the font file below `@fontsource-variable/`, without `.woff2`. */
  fontPath: string;
  /** Axes of the variable font: narrowed to a range, or pinned to one value. */
  axes: Readonly<Record<string, number | { min: number; max: number; default: number }>>;
  /** Characters to keep; by default those of `defaultRanges`. */
  keptGlyphs?: string;
}

const displayAxes = { wght: { min: 400, max: 640, default: 400 } };
const textAxes = { wght: { min: 400, max: 700, default: 400 } };
const inscriptionAxes = { wght: 620, wdth: 118 };

/** The faces of src/styles/fonts.css by their file names, with the weights that the styles use. */
const narrowedFaces: Readonly<Record<string, NarrowedFace>> = {
  'imbue-latin-normal': { fontPath: 'imbue/files/imbue-latin-standard-normal', axes: displayAxes },
  'imbue-latin-ext-normal': {
    fontPath: 'imbue/files/imbue-latin-ext-standard-normal',
    axes: displayAxes,
  },
  'archivo-latin-normal': { fontPath: 'archivo/files/archivo-latin-wght-normal', axes: textAxes },
  'archivo-latin-ext-normal': {
    fontPath: 'archivo/files/archivo-latin-ext-wght-normal',
    axes: textAxes,
  },
  'archivo-inscription-latin-normal': {
    fontPath: 'archivo/files/archivo-latin-standard-normal',
    axes: inscriptionAxes,
    keptGlyphs: ' ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  },
  'literata-latin-normal': {
    fontPath: 'literata/files/literata-latin-wght-normal',
    axes: textAxes,
  },
  'literata-latin-ext-normal': {
    fontPath: 'literata/files/literata-latin-ext-wght-normal',
    axes: textAxes,
  },
  'literata-latin-italic': {
    fontPath: 'literata/files/literata-latin-wght-italic',
    axes: textAxes,
  },
};

/** OpenType features that the styles use: kerning, ligatures, marks, fractions, tabular figures. */
const keptFeatures =
  'kern liga calt ccmp locl mark mkmk rlig rclt rvrn tnum lnum frac numr dnom'.split(' ');

/** First and last code points of the ranges to keep. They cover each `unicode-range` of src/styles/fonts.css. */
const defaultRanges: readonly (readonly [number, number])[] = [
  [0x20, 0x36f],
  [0x1d00, 0x1eff],
  [0x2000, 0x22ff],
  [0x2c60, 0x2c7f],
  [0xa720, 0xa7ff],
  [0xfefd, 0xffff],
];
const defaultGlyphs = defaultRanges
  .map(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join(''),
  )
  .join('');

async function narrowFont({
  fontPath,
  axes,
  keptGlyphs = defaultGlyphs,
}: NarrowedFace): Promise<Uint8Array> {
  const { resolve } = createRequire(import.meta.url);
  return subsetFont(await readFile(resolve(`@fontsource-variable/${fontPath}.woff2`)), keptGlyphs, {
    targetFormat: 'woff2',
    variationAxes: axes,
    keepFeatures: keptFeatures,
  });
}

/** True if the file at `keyPath` contains `key`: the fonts were written with the current settings. */
async function isUpToDate(keyPath: string, key: string): Promise<boolean> {
  return (await readFile(keyPath, 'utf8').catch(() => '')) === key;
}

/**
 * Returns a plugin that writes the page's font files to `.fonts/`, which is not in git. It drops the weights,
 * widths and features that no style uses, about two thirds of the bytes. It writes the files again after a
 * change of the settings in this file or of package.json.
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
      const fontSettingsHashPath = join(dir, 'made');
      const packageJson = await readFile(join(root, 'package.json'), 'utf8');
      const fontSettingsHash = createHash('sha256')
        .update(JSON.stringify([narrowedFaces, keptFeatures, defaultRanges]))
        .update(packageJson)
        .digest('hex');
      if (await isUpToDate(fontSettingsHashPath, fontSettingsHash)) return;
      await mkdir(dir, { recursive: true });
      for (const [name, face] of Object.entries(narrowedFaces)) {
        await writeFile(join(dir, `${name}.woff2`), await narrowFont(face));
      }
      await writeFile(fontSettingsHashPath, fontSettingsHash);
    },
  };
}
