import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressibleName = /\.(?:js|css|html|svg|json|webmanifest)$/;
const minBytesToCompress = 400;

/** The memory level decides how long the blocks of gzip are. Which length is best depends on the file. */
const gzipMemoryLevels = [5, 6, 7, 8, 9];

/** Functions that compress the content of a file, by the suffix of the compressed file's name. */
const encoderBySuffix = {
  gz: async (body: Buffer) => {
    const compressedBodies = gzipMemoryLevels.map((memLevel) =>
      promisify(gzip)(body, { level: constants.Z_BEST_COMPRESSION, memLevel }),
    );
    return (await Promise.all(compressedBodies)).reduce((best, next) =>
      next.length < best.length ? next : best,
    );
  },
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
      },
    }),
};

/**
 * Writes `name.gz` and `name.br` beside each text file of at least `minBytesToCompress` bytes in the build, so
 * that the Go server (`web/serve`) need not compress per request. Vite deletes `.gitkeep`, so the plugin writes
 * the file again: in a clone without a build, the embed directive of Go needs it.
 */
export function compress(): Plugin {
  let outDir = 'dist';
  return {
    name: 'colloquy-compress',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const entries = await readdir(outDir, { recursive: true, withFileTypes: true });
      for (const entry of entries) {
        if (!entry.isFile() || !compressibleName.test(entry.name)) continue;
        const path = join(entry.parentPath, entry.name);
        const body = await readFile(path);
        if (body.byteLength < minBytesToCompress) continue;
        for (const [suffix, encode] of Object.entries(encoderBySuffix)) {
          await writeFile(`${path}.${suffix}`, await encode(body));
        }
      }
      await writeFile(join(outDir, '.gitkeep'), '');
    },
  };
}
