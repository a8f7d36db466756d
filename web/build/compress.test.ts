import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { compress } from './compress.ts';

it('writes .gz and .br beside text worth it, and restores .gitkeep', async () => {
  const root = await mkdtemp(join(tmpdir(), 'compress-'));
  try {
    await writeFile(join(root, 'index.html'), `<!doctype html><p>${'line '.repeat(400)}</p>`);
    await build({ root, configFile: false, logLevel: 'silent', plugins: [compress()] });
    const out = join(root, 'dist');
    expect((await readdir(out)).sort()).toEqual([
      '.gitkeep',
      'index.html',
      'index.html.br',
      'index.html.gz',
    ]);
    const page = await readFile(join(out, 'index.html'));
    expect(gunzipSync(await readFile(join(out, 'index.html.gz')))).toEqual(page);
    expect(brotliDecompressSync(await readFile(join(out, 'index.html.br')))).toEqual(page);
  } finally {
    await rm(root, { recursive: true });
  }
});
