import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { AppServer } from './app-server.ts';
import { colloquyBinary, fakeModelBinary, root } from './places.ts';

/**
 * Runs once before all journeys: the binary must be there, the model server is built here, and the
 * data of a first start is made for the journeys to begin with. Answers what clears up after them.
 */
export default async function build(): Promise<() => Promise<void>> {
  if (!existsSync(colloquyBinary)) {
    throw new Error(`${colloquyBinary} is missing. Run make build first.`);
  }
  execFileSync('go', ['build', '-trimpath', '-o', fakeModelBinary, './e2e/fakemodel'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CGO_ENABLED: '0' }, // compiled as make build does it, so only once
  });
  return AppServer.prepare();
}
