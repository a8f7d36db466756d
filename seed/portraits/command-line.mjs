/** The command line of render.mjs and video.mjs: renders all pictures or one (`--only`), or checks them (`--check`). */
import { parseArgs } from 'node:util';
import { inspect, prune, update } from './picture-folder.mjs';

async function check(jobs, output) {
  const faults = await inspect(jobs, output);
  for (const fault of faults) console.error(fault);
  console.log(`${jobs.length} engravings checked, ${faults.length} faults`);
  return faults.length === 0 ? 0 : 1;
}

async function render(jobs, output, only) {
  const chosen = only ? jobs.filter(({ name }) => name === only) : jobs;
  if (chosen.length === 0) throw new RangeError(`nothing is called ${JSON.stringify(only)}`);
  const struck = await update(chosen, output, console.log);
  if (!only) await prune(jobs, output);
  console.log(`${struck} of ${chosen.length} engraved, the rest was up to date`);
  return 0;
}

/**
 * Runs the command of the command line and sets the exit code.
 * @param {() => Promise<{jobs: import('./jobs.mjs').Job[], output: import('./picture-folder.mjs').Output}>} open
 */
export async function runCommand(open) {
  const options = { only: { type: 'string' }, check: { type: 'boolean', default: false } };
  try {
    const { values } = parseArgs({ options });
    const { jobs, output } = await open();
    process.exitCode = await (values.check ? check(jobs, output) : render(jobs, output, values.only));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
