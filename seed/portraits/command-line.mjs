/** The command line of render.mjs and video.mjs: renders all pictures or one (`--only`), or checks them (`--check`). */
import { parseArgs } from 'node:util';
import { listFaults, removeOrphans, renderStale } from './picture-folder.mjs';

async function checkPictures(jobs, output) {
  const faults = await listFaults(jobs, output);
  for (const fault of faults) console.error(fault);
  console.log(`${jobs.length} engravings checked, ${faults.length} faults`);
  return faults.length === 0 ? 0 : 1;
}

async function renderPictures(jobs, output, only) {
  const chosen = only ? jobs.filter(({ name }) => name === only) : jobs;
  if (chosen.length === 0) throw new RangeError(`nothing is called ${JSON.stringify(only)}`);
  const renderedCount = await renderStale(chosen, output, console.log);
  if (!only) await removeOrphans(jobs, output);
  console.log(`${renderedCount} of ${chosen.length} engraved, the rest was up to date`);
  return 0;
}

/**
 * Runs the command that the arguments name and sets the exit code: 1 after an error or a fault.
 * `open` returns the jobs and the folder of their pictures.
 * @param {() => Promise<{jobs: import('./jobs.mjs').Job[], output: import('./picture-folder.mjs').Output}>} open
 */
export async function runCommand(open) {
  const options = { only: { type: 'string' }, check: { type: 'boolean', default: false } };
  try {
    const { values } = parseArgs({ options });
    const { jobs, output } = await open();
    process.exitCode = await (values.check ? checkPictures(jobs, output) : renderPictures(jobs, output, values.only));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
