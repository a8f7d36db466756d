import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

// The font tools run in a child process, because they refuse the typed arrays of jsdom.
const runFile = promisify(execFile);

const viteConfig = `import { narrowFonts } from '../../build/narrow-fonts.ts';
export default { plugins: [narrowFonts()], logLevel: 'silent' };
`;

it('writes small fonts, and not again on a second run', async () => {
  const root = await mkdtemp(join('node_modules', 'narrow-fonts-'));
  const build = () =>
    runFile(process.execPath, [
      'node_modules/vite/bin/vite.js',
      'build',
      root,
      '--config',
      join(root, 'vite.config.ts'),
    ]);
  const readFontStats = async () => {
    const names = (await readdir(join(root, '.fonts'))).filter((name) => name.endsWith('.woff2'));
    return Promise.all(names.sort().map((name) => stat(join(root, '.fonts', name))));
  };
  try {
    await writeFile(join(root, 'package.json'), '{}');
    await writeFile(join(root, 'index.html'), '<!doctype html>');
    await writeFile(join(root, 'vite.config.ts'), viteConfig);
    await build();
    const fontsBefore = await readFontStats();
    expect(fontsBefore).toHaveLength(8);
    for (const { size } of fontsBefore) expect(size).toBeLessThan(40_000);
    await build();
    expect((await readFontStats()).map(({ mtimeMs }) => mtimeMs)).toEqual(
      fontsBefore.map((one) => one.mtimeMs),
    );
  } finally {
    await rm(root, { recursive: true });
  }
}, 60_000);
