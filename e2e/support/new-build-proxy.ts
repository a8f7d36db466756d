import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { freePort } from './child-process.ts';

/**
 * A proxy in front of the app. After `release` it serves the app as a new build: the page and the
 * service worker load the script `entry`, which imports the app's own first script.
 */
export class NewBuildProxy {
  readonly url: string;
  private readonly server: Server;
  private readonly target: string;
  /** The path of the app's own first script. */
  private readonly former: string;
  /** The path of the first script of the new build. */
  readonly entry = '/assets/index-released.js';
  private released = false;

  private constructor(port: number, target: string, former: string) {
    this.url = `http://127.0.0.1:${port}`;
    this.target = target;
    this.former = former;
    this.server = createServer((from, to) => this.pass(from, to)).listen(port, '127.0.0.1');
  }

  static async startInFrontOf(target: string): Promise<NewBuildProxy> {
    const page = await (await fetch(target)).text();
    const former = /<script type="module"[^>]* src="([^"]+)"/.exec(page)?.[1];
    if (former === undefined) throw new Error('the page has no script');
    const proxy = new NewBuildProxy(await freePort(), target, former);
    await once(proxy.server, 'listening');
    return proxy;
  }

  release(): void {
    this.released = true;
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private pass(from: IncomingMessage, to: ServerResponse): void {
    if (from.url === this.entry) {
      to.writeHead(200, { 'content-type': 'text/javascript' }).end(`import '${this.former}';`);
      return;
    }
    const { 'accept-encoding': _, 'if-none-match': __, ...headers } = from.headers;
    const onward = request(this.target + from.url, { method: from.method, headers }, (answer) => {
      const renamed = from.url === '/sw.js' || /html/.test(answer.headers['content-type'] ?? '');
      if (this.released && renamed) void this.rename(answer, to);
      else answer.pipe(to.writeHead(answer.statusCode ?? 502, answer.headers));
    });
    onward.on('error', () => to.destroy());
    to.on('close', () => onward.destroy());
    from.pipe(onward);
  }

  private async rename(answer: IncomingMessage, to: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of answer) parts.push(part);
    const body = Buffer.concat(parts).toString().replaceAll(this.former, this.entry);
    const { 'content-length': _, etag: __, ...headers } = answer.headers;
    to.writeHead(answer.statusCode ?? 502, headers).end(body);
  }
}
