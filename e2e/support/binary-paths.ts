import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the repository, with a slash at the end. */
export const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url));

/** The binary under test, built by `make build`. */
export const colloquyBinary = process.env['E2E_COLLOQUY'] ?? `${repositoryRoot}bin/colloquy`;
export const fakeModelBinary = `${repositoryRoot}bin/fakemodel`;
export const fakeRazorpayBinary = `${repositoryRoot}bin/fakerazorpay`;
export const largeAccountBinary = `${repositoryRoot}bin/largeaccount`;

/**
 * Returns the path of the system's Chromium. The tests do not use the test runner's download. The headless
 * shell comes first, because it needs half of the processor time of the browser with windows.
 */
export function chromiumPath(): string {
  const namedPath = process.env['E2E_CHROMIUM'];
  if (namedPath) return namedPath;
  const foundPath = [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((path) => existsSync(path));
  if (!foundPath) throw new Error('No Chromium found. Install it, or name it in E2E_CHROMIUM.');
  return foundPath;
}

export const launchArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
