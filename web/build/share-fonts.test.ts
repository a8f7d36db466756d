import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

// The font tools run in a child process, because they refuse the typed arrays of jsdom.
const runFile = promisify(execFile);

it('writes plain TrueType fonts of a few kilobytes', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'share-fonts-'));
  try {
    await runFile(process.execPath, ['build/share-fonts.js', dir]);
    const names = (await readdir(dir)).sort();
    expect(names).toEqual(['display-ext.ttf', 'display.ttf', 'text-ext.ttf', 'text.ttf']);
    for (const name of names) {
      const font = await readFile(join(dir, name));
      expect(font.readUInt32BE(0)).toBe(0x00010000);
      expect(font.includes('fvar')).toBe(false);
      expect(font.byteLength).toBeLessThan(60_000);
    }
  } finally {
    await rm(dir, { recursive: true });
  }
}, 60_000);
