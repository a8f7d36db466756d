import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const fonts = {
  display: { family: 'imbue', axes: { wght: 560, opsz: 100 } },
  text: { family: 'archivo', axes: { wght: 480, wdth: 100 } },
} as const;

/** Latin with its extensions, and the marks of print. */
const signs = `${Array.from({ length: 0x160 }, (_, i) => String.fromCodePoint(0x20 + i)).join('')}–—‘’“”…`;

/**
 * Writes fonts/*.ttf: one weight each of the display and the text face, for the server, which
 * draws the pictures of shared links and reads neither woff2 nor variable fonts.
 */
export function shareFonts(): Plugin {
  let outDir = 'dist';
  return {
    name: 'colloquy-share-fonts',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const { resolve: find } = createRequire(import.meta.url);
      await mkdir(join(outDir, 'fonts'), { recursive: true });
      for (const [name, { family, axes }] of Object.entries(fonts)) {
        for (const [part, suffix] of [
          ['latin', ''],
          ['latin-ext', '-ext'],
        ]) {
          const file = `@fontsource-variable/${family}/files/${family}-${part}-standard-normal.woff2`;
          const font = await subsetFont(await readFile(find(file)), signs, {
            targetFormat: 'truetype',
            variationAxes: axes,
          });
          await writeFile(join(outDir, 'fonts', `${name}${suffix}.ttf`), font);
        }
      }
    },
  };
}
