import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

// The font tools run in a child process, because they refuse the typed arrays of jsdom.
const runFile = promisify(execFile);

it('makes the fonts of invoices that are in git, with their licences', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'invoice-fonts-'));
  const committedFolder = '../internal/billing/invoice/fonts';
  try {
    await runFile(process.execPath, ['build/invoice-fonts.js', dir]);
    const names = (await readdir(dir)).sort();
    expect(names).toEqual((await readdir(committedFolder)).sort());
    expect(names.filter((name) => name.endsWith('.txt'))).toHaveLength(3);
    for (const name of names) {
      expect(
        (await readFile(join(dir, name))).equals(await readFile(join(committedFolder, name))),
      ).toBe(true);
    }
  } finally {
    await rm(dir, { recursive: true });
  }
}, 60_000);
