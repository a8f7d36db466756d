import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(?:js|css|html|svg|json|webmanifest)$/;
const smallestWorthwhile = 1024;
const gzipAsync = promisify(gzip);

/**
 * Writes `name.gz` beside each text file of the build, so that the Go server sends it without
 * compressing anything per request, and restores `.gitkeep`, which the embed directive needs
 * in a fresh clone.
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
        if (!entry.isFile() || !compressible.test(entry.name)) continue;
        const path = join(entry.parentPath, entry.name);
        const body = await readFile(path);
        if (body.byteLength < smallestWorthwhile) continue;
        await writeFile(
          `${path}.gz`,
          await gzipAsync(body, { level: constants.Z_BEST_COMPRESSION }),
        );
      }
      await writeFile(join(outDir, '.gitkeep'), '');
    },
  };
}
