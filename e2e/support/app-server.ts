import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { colloquyBinary, largeAccountBinary } from './binary-paths.ts';
import { ChildProgram, freePort } from './child-program.ts';

/** Environment variable with the path of the prepared data, for the processes that run the journeys. */
const preparedDataVariable = 'E2E_SEEDED';

interface ServerOptions {
  /** The address at which a server without a model searches for a local model. */
  localModelUrl?: string;
  /** More environment variables of the server. */
  settings?: Record<string, string>;
}

const newDataDir = () => mkdtemp(join(tmpdir(), 'colloquy-e2e-'));

/** The built binary on a throwaway data directory and a port of its own. */
export class AppServer {
  private readonly child = new ChildProgram();
  private readonly port: number;
  private readonly dataDir: string;
  private readonly modelUrl: string | null;
  private readonly localModelUrl: string;
  private settings: Record<string, string>;
  private stopped = false;

  private constructor(
    port: number,
    dataDir: string,
    modelUrl: string | null,
    { localModelUrl: localUrl = 'http://127.0.0.1:9', settings = {} }: ServerOptions = {},
  ) {
    this.port = port;
    this.dataDir = dataDir;
    this.modelUrl = modelUrl;
    this.localModelUrl = localUrl;
    this.settings = settings;
  }

  /**
   * Starts the server once, stops it cleanly and keeps its data. Tests start servers on a copy of the data.
   * Such a start takes a third of the time of a first start. Returns a function that removes the data.
   */
  static async prepare(): Promise<() => Promise<void>> {
    const dataDir = await newDataDir();
    const preparingServer = new AppServer(await freePort(), dataDir, 'http://127.0.0.1:9');
    await preparingServer.run();
    await preparingServer.child.end('SIGTERM');
    process.env[preparedDataVariable] = dataDir;
    return () => rm(dataDir, { recursive: true, force: true });
  }

  /**
   * Starts a server:
   *   - If `modelUrl` is an address, the server has a copy of the prepared data and uses this model server.
   *   - If `modelUrl` is null, the server has no data, and the demo responder answers. The server searches
   *     for a local model at `localModelUrl` only, so it ignores models of this machine.
   */
  static async start(modelUrl: string | null, options: ServerOptions): Promise<AppServer> {
    const dataDir = await newDataDir();
    const databasePath = join(process.env[preparedDataVariable] ?? '', 'colloquy.db');
    if (modelUrl !== null) await cp(databasePath, join(dataDir, 'colloquy.db'));
    const server = new AppServer(await freePort(), dataDir, modelUrl, options);
    await server.run();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** True once a journey has stopped the program, even if the program runs again. */
  get wasStopped(): boolean {
    return this.stopped;
  }

  /** The output of the program since its last start. */
  get log(): string {
    return this.child.output;
  }

  /** The folder into which the server writes mail, one file per mail. */
  get outbox(): string {
    return join(this.dataDir, 'outbox');
  }

  /** Starts the program with the same data and port as before. */
  async run(): Promise<void> {
    await this.child.start(colloquyBinary, ['serve'], /is ready: .*\n {2}data /s, {
      COLLOQUY_ADDR: `127.0.0.1:${this.port}`,
      COLLOQUY_DATA_DIR: this.dataDir,
      COLLOQUY_PAYMENTS: 'none',
      COLLOQUY_TTS_COMMAND: 'none',
      ...this.settings,
      ...(this.modelUrl === null
        ? { COLLOQUY_LLM_PLACES: `ollama=${this.localModelUrl}` }
        : { COLLOQUY_LLM_URL: `${this.modelUrl}/v1` }),
    });
  }

  /** Ends the program as an operator does, and starts it with the same data and more settings. */
  async restart(settings: Record<string, string> = {}): Promise<void> {
    await this.end('SIGTERM');
    this.settings = { ...this.settings, ...settings };
    await this.run();
  }

  /**
   * Fills the lists of a user while the program is stopped: 10,000 characters, chats and notices,
   * 5,000 favourites and follows, 100 collections, 1,000 payments.
   */
  async fillAccount(email: string): Promise<void> {
    await this.end('SIGTERM');
    const args = ['-data', this.dataDir, '-email', email];
    await promisify(execFile)(largeAccountBinary, args);
    await this.run();
  }

  /**
   * Adds `messages` messages to the user's chat with Ada Lovelace while the program is stopped. The last
   * message is a reply and two days old.
   */
  async fillTalk(email: string, messages: number): Promise<void> {
    await this.end('SIGTERM');
    const args = ['-data', this.dataDir, '-email', email, '-talk', `${messages}`, '-rest', '48h'];
    await promisify(execFile)(largeAccountBinary, args);
    await this.run();
  }

  /** Ends the program with SIGKILL, so that it cannot clean up. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  async close(): Promise<void> {
    await this.child.end('SIGKILL');
    await rm(this.dataDir, { recursive: true, force: true });
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    this.stopped = true;
    await this.child.end(signal);
  }
}
