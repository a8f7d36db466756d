import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { AppServer } from './app-server.ts';
import { colloquyBinary, fakeModelBinary, root } from './programs.ts';

/**
 * Runs once before all journeys: checks that the binary exists, builds the model server, and
 * prepares the data of a first start. Returns a function that cleans up.
 */
export default async function build(): Promise<() => Promise<void>> {
  if (!existsSync(colloquyBinary)) {
    throw new Error(`${colloquyBinary} is missing. Run make build first.`);
  }
  execFileSync('go', ['build', '-trimpath', '-o', fakeModelBinary, './e2e/fakemodel'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CGO_ENABLED: '0' }, // the environment of make build, to share its build cache
  });
  return AppServer.prepare();
}
