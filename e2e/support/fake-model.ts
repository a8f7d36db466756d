import { expect } from '@playwright/test';
import { Child } from './child.ts';
import { fakeModelBinary } from './places.ts';

/** What goes wrong with an answer, after so many pieces. */
interface Fault {
  kind: 'status' | 'silent' | 'hang' | 'cut' | 'eof' | 'error' | 'nonsense' | 'web_page';
  after?: number;
  status?: number;
}

/** One answer of the model server; pauses as '50ms'. */
export interface Script {
  pieces?: string[];
  /** So many made-up words instead of pieces. */
  count?: number;
  /** Pause before the first piece. */
  first?: string;
  /** Pause before every further piece. */
  every?: string;
  fault?: Fault;
}

/** A request that reached the model server. */
interface Call {
  n: number;
  body: string;
  suggest: boolean;
  sent: number;
  outcome: 'running' | 'finished' | 'cancelled';
}

/** The scripted model server, a process of its own. */
export class FakeModel {
  private readonly child: Child;
  readonly url: string;

  private constructor(url: string, child: Child) {
    this.url = url;
    this.child = child;
  }

  static async start(): Promise<FakeModel> {
    const child = new Child();
    const [url] = await child.start(fakeModelBinary, [], /http:\/\/\S+/);
    return new FakeModel(url, child);
  }

  /** The process dies, and every connection with it. */
  async kill(): Promise<void> {
    await this.child.end('SIGKILL');
  }

  /** Starts anew at the same address, without a script. */
  async restart(): Promise<void> {
    await this.child.start(fakeModelBinary, ['-addr', new URL(this.url).host], /http:\/\/\S+/);
  }

  async close(): Promise<void> {
    await this.child.end('SIGKILL');
  }

  /** What every answer is from now on. */
  async play(script: Script): Promise<void> {
    await this.ask('PUT', '/fake/script', script);
  }

  /** What suggestions are answered with. */
  async suggest(script: Script): Promise<void> {
    await this.ask('PUT', '/fake/suggest', script);
  }

  /** Calls for a reply, without those for suggestions. */
  async replies(): Promise<Call[]> {
    const response = await this.ask('GET', '/fake/calls');
    const calls = (await response.json()) as Call[];
    return calls.filter((call) => !call.suggest);
  }

  /** Waits until the last reply that was asked for has ended in this way. */
  async expectLast(outcome: Call['outcome']): Promise<void> {
    await expect.poll(async () => (await this.replies()).at(-1)?.outcome).toBe(outcome);
  }

  private async ask(method: string, path: string, body?: Script): Promise<Response> {
    const response = await fetch(this.url + path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    return response;
  }
}
