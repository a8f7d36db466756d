/** The desk where both commands are given: bring up to date, one alone, or check. */
import { parseArgs } from 'node:util';
import { inspect, prune, update } from './press-room.mjs';

async function check(jobs, room) {
  const faults = await inspect(jobs, room);
  for (const fault of faults) console.error(fault);
  console.log(`${jobs.length} engravings checked, ${faults.length} faults`);
  return faults.length === 0 ? 0 : 1;
}

async function render(jobs, room, only) {
  const chosen = only ? jobs.filter(({ name }) => name === only) : jobs;
  if (chosen.length === 0) throw new RangeError(`nothing is called ${JSON.stringify(only)}`);
  const struck = await update(chosen, room, console.log);
  if (!only) await prune(jobs, room);
  console.log(`${struck} of ${chosen.length} engraved, the rest was up to date`);
  return 0;
}

/**
 * Does what the command line says, and leaves the exit code.
 * @param {() => Promise<{jobs: import('./jobs.mjs').Job[], room: import('./press-room.mjs').Room}>} open
 */
export async function attend(open) {
  const options = { only: { type: 'string' }, check: { type: 'boolean', default: false } };
  try {
    const { values } = parseArgs({ options });
    const { jobs, room } = await open();
    process.exitCode = await (values.check ? check(jobs, room) : render(jobs, room, values.only));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
