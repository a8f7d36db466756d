import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { colloquyBinary, fakeModelBinary, root } from './places.ts';

/** Runs once before all journeys: the binary must be there, the model server is built here. */
export default function build(): void {
  if (!existsSync(colloquyBinary)) {
    throw new Error(`${colloquyBinary} is missing. Run make build first.`);
  }
  execFileSync('go', ['build', '-o', fakeModelBinary, './e2e/fakemodel'], {
    cwd: root,
    stdio: 'inherit',
  });
}
