import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';

let folder;

/** Runs the command line with two jobs that write one byte each. Returns the exit code and the output. */
function runScript(...args) {
  const script = `
    import { runCommand } from ${JSON.stringify(new URL('./command-line.mjs', import.meta.url).href)};
    const job = (name) => ({
      name, input: 1, budgets: { [name + '.webp']: 9 },
      render: async () => ({ [name + '.webp']: Buffer.from('x') }),
    });
    const folder = ${JSON.stringify(folder)};
    const output = { images: folder + '/img', manifest: folder + '/manifest.json', version: 'v1' };
    await runCommand(async () => ({ jobs: [job('ada'), job('rumi')], output }));`;
  return new Promise((resolve) => {
    execFile(process.execPath, ['--input-type=module', '-e', script, '--', ...args], (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stdout, stderr });
    });
  });
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'command-line-'));
});

afterEach(() => rm(folder, { recursive: true }));

test('a check fails until everything is engraved, and engraves nothing', async () => {
  const before = await runScript('--check');
  assert.equal(before.code, 1);
  assert.match(before.stderr, /ada is stale/);
  assert.match(before.stdout, /2 engravings checked, 2 faults/);
  assert.deepEqual(await readdir(join(folder, 'img')), []);
  assert.match((await runScript()).stdout, /2 of 2 engraved/);
  assert.deepEqual(await runScript('--check'), { code: 0, stdout: '2 engravings checked, 0 faults\n', stderr: '' });
});

test('--only engraves one job', async () => {
  assert.match((await runScript('--only', 'rumi')).stdout, /^rumi\.webp 1\n1 of 1 engraved/);
  assert.deepEqual(await readdir(join(folder, 'img')), ['rumi.webp']);
});

test('an unknown name and an unknown option are refused', async () => {
  assert.deepEqual(await runScript('--only', 'nobody'), { code: 1, stdout: '', stderr: 'nothing is called "nobody"\n' });
  assert.equal((await runScript('--colour')).code, 1);
});
