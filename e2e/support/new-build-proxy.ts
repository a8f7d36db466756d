import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { freePort } from './child-program.ts';

/**
 * A proxy in front of the app. After `release` it serves the app as a new build. The page and the service
 * worker of the new build load the script `entry`. That script imports the app's own first script.
 */
export class NewBuildProxy {
  readonly url: string;
  private readonly server: Server;
  private readonly target: string;
  /** The path of the app's own first script. */
  private readonly originalEntry: string;
  /** The path of the first script of the new build. */
  readonly entry = '/assets/index-released.js';
  private isReleased = false;

  private constructor(port: number, target: string, former: string) {
    this.url = `http://127.0.0.1:${port}`;
    this.target = target;
    this.originalEntry = former;
    this.server = createServer((from, to) => this.forward(from, to)).listen(port, '127.0.0.1');
  }

  static async startInFrontOf(target: string): Promise<NewBuildProxy> {
    const page = await (await fetch(target)).text();
    const originalEntry = /<script type="module"[^>]* src="([^"]+)"/.exec(page)?.[1];
    if (originalEntry === undefined) throw new Error('the page has no script');
    const proxy = new NewBuildProxy(await freePort(), target, originalEntry);
    await once(proxy.server, 'listening');
    return proxy;
  }

  release(): void {
    this.isReleased = true;
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (incoming.url === this.entry) {
      outgoing
        .writeHead(200, { 'content-type': 'text/javascript' })
        .end(`import '${this.originalEntry}';`);
      return;
    }
    const { 'accept-encoding': _, 'if-none-match': __, ...headers } = incoming.headers;
    const upstreamRequest = request(
      this.target + incoming.url,
      { method: incoming.method, headers },
      (answer) => {
        const answerNamesEntryScript =
          incoming.url === '/sw.js' || /html/.test(answer.headers['content-type'] ?? '');
        if (this.isReleased && answerNamesEntryScript)
          void this.answerWithNewEntry(answer, outgoing);
        else answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.headers));
      },
    );
    upstreamRequest.on('error', () => outgoing.destroy());
    outgoing.on('close', () => upstreamRequest.destroy());
    incoming.pipe(upstreamRequest);
  }

  private async answerWithNewEntry(answer: IncomingMessage, to: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of answer) parts.push(part);
    const body = Buffer.concat(parts).toString().replaceAll(this.originalEntry, this.entry);
    const { 'content-length': _, etag: __, ...headers } = answer.headers;
    to.writeHead(answer.statusCode ?? 502, headers).end(body);
  }
}
