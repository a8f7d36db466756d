import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

// A process of its own, because the font tools do not know the arrays of the tests' browser.
const run = promisify(execFile);

const config = `import { shareFonts } from '../../build/share-fonts.ts';
export default { plugins: [shareFonts()], logLevel: 'silent' };
`;

it('writes plain TrueType fonts of a few kilobytes', async () => {
  const root = await mkdtemp(join('node_modules', 'share-fonts-'));
  try {
    await writeFile(join(root, 'index.html'), '<!doctype html>');
    await writeFile(join(root, 'vite.config.ts'), config);
    await run(process.execPath, [
      'node_modules/vite/bin/vite.js',
      'build',
      root,
      '--config',
      join(root, 'vite.config.ts'),
    ]);
    const dir = join(root, 'dist', 'fonts');
    const names = (await readdir(dir)).sort();
    expect(names).toEqual(['display-ext.ttf', 'display.ttf', 'text-ext.ttf', 'text.ttf']);
    for (const name of names) {
      const font = await readFile(join(dir, name));
      expect(font.readUInt32BE(0)).toBe(0x00010000);
      expect(font.includes('fvar')).toBe(false);
      expect(font.byteLength).toBeLessThan(60_000);
    }
  } finally {
    await rm(root, { recursive: true });
  }
}, 60_000);
