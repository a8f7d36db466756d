import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The ports that `freePort` returns. Linux takes the ports of outgoing connections from 32768 up, so none of them
 * can take a port of this range before the program listens, or while a journey restarts it.
 */
const ports = { first: 20_000, count: 12_000 };

/** True if nothing listens on the port. */
async function isPortFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** Returns a TCP port of this machine that is free now. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = ports.first + Math.floor(Math.random() * ports.count);
    if (await isPortFree(port)) return port;
  }
  throw new Error('no free port');
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
    const exitEvent = once(child, 'exit');
    child.kill(signal);
    await exitEvent;
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
