import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Returns a TCP port of this machine that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** In ms. */
const startTimeout = 10_000;

/** A program that runs beside the browser. */
export class ChildProgram {
  private process: ChildProcess | null = null;
  /** The output since the last start. */
  output = '';

  /** Starts the program, waits until its output matches, and returns the match. */
  async start(
    command: string,
    args: string[],
    readyPattern: RegExp,
    env: NodeJS.ProcessEnv = {},
  ): Promise<RegExpMatchArray> {
    const child = spawn(command, args, { env: { ...cleanEnvironment(), ...env } });
    this.process = child;
    this.output = '';
    return new Promise((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`${command} ${why}:\n${this.output}`));
      const timer = setTimeout(() => fail('did not get ready'), startTimeout);
      const onOutput = (data: Buffer) => {
        this.output += data.toString();
        const match = this.output.match(readyPattern);
        if (!match) return;
        clearTimeout(timer);
        resolve(match);
      };
      child.stdout.on('data', onOutput);
      child.stderr.on('data', onOutput);
      child.on('error', (error) => fail(error.message));
      child.on('exit', (code) => {
        clearTimeout(timer);
        fail(`ended with ${code}`);
      });
    });
  }

  /** Sends a signal and waits until the program has ended. */
  async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.process;
    this.process = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }
}

/** The environment without the product's settings. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !name.startsWith('COLLOQUY_') && !name.endsWith('_API_KEY'),
    ),
  );
}
