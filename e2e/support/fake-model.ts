import { expect } from '@playwright/test';
import { fakeModelBinary } from './binary-paths.ts';
import { ChildProgram } from './child-program.ts';

/** A fault in an answer. */
interface AnswerFault {
  kind: 'status' | 'silent' | 'hang' | 'cut' | 'eof' | 'error' | 'nonsense' | 'web_page';
  /** Number of pieces that are sent before the fault. */
  after?: number;
  /** HTTP status of the answer, for a fault of the kind 'status'. */
  status?: number;
}

/** One answer of the model server. Pauses are written as '50ms'. */
export interface Script {
  pieces?: string[];
  /** The number of made-up words to send instead of pieces. */
  count?: number;
  /** Pause before the first piece. */
  first?: string;
  /** Pause before every further piece. */
  every?: string;
  fault?: AnswerFault;
}

/** A request that reached the model server. */
interface Call {
  n: number;
  body: string;
  suggest: boolean;
  sent: number;
  outcome: 'running' | 'finished' | 'cancelled';
}

/** The scripted model server, in a process of its own. */
export class FakeModel {
  private readonly child: ChildProgram;
  readonly url: string;

  private constructor(url: string, child: ChildProgram) {
    this.url = url;
    this.child = child;
  }

  static async start(): Promise<FakeModel> {
    const child = new ChildProgram();
    const [url] = await child.start(fakeModelBinary, [], /http:\/\/\S+/);
    return new FakeModel(url, child);
  }

  /** Ends the process and with it every connection. */
  async kill(): Promise<void> {
    await this.child.end('SIGKILL');
  }

  /** Starts the server again at the same address, without a script. */
  async restart(): Promise<void> {
    await this.child.start(fakeModelBinary, ['-addr', new URL(this.url).host], /http:\/\/\S+/);
  }

  async close(): Promise<void> {
    await this.child.end('SIGKILL');
  }

  /** Sets the script of every further answer. */
  async answerWith(script: Script): Promise<void> {
    await this.callControlApi('PUT', '/fake/script', script);
  }

  /** Sets the script of answers to requests for suggestions. */
  async answerSuggestionsWith(script: Script): Promise<void> {
    await this.callControlApi('PUT', '/fake/suggest', script);
  }

  /** The calls for replies. Calls for suggestions are left out. */
  async replyCalls(): Promise<Call[]> {
    const response = await this.callControlApi('GET', '/fake/calls');
    const calls = (await response.json()) as Call[];
    return calls.filter((call) => !call.suggest);
  }

  /** Waits until the last requested reply has ended with this outcome. */
  async expectLastOutcome(outcome: Call['outcome']): Promise<void> {
    await expect.poll(async () => (await this.replyCalls()).at(-1)?.outcome).toBe(outcome);
  }

  private async callControlApi(method: string, path: string, body?: Script): Promise<Response> {
    const response = await fetch(this.url + path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    return response;
  }
}
