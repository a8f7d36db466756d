import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { AppServer } from './app-server.ts';
import {
  colloquyBinary,
  fakeModelBinary,
  fakeRazorpayBinary,
  largeAccountBinary,
  repositoryRoot,
} from './binary-paths.ts';

/**
 * Runs once before all journeys: checks that the binary exists, builds the programs beside it,
 * and prepares the data of a first start. Returns a function that cleans up.
 */
export default async function prepareJourneys(): Promise<() => Promise<void>> {
  if (!existsSync(colloquyBinary)) {
    throw new Error(`${colloquyBinary} is missing. Run make build first.`);
  }
  for (const [binary, source] of [
    [fakeModelBinary, './e2e/fakemodel'],
    [fakeRazorpayBinary, './e2e/fakerazorpay'],
    [largeAccountBinary, './bench/largeaccount'],
  ] as const) {
    execFileSync('go', ['build', '-trimpath', '-o', binary, source], {
      cwd: repositoryRoot,
      stdio: 'inherit',
      env: { ...process.env, CGO_ENABLED: '0' }, // the environment of make build, to share its build cache
    });
  }
  return AppServer.prepare();
}
