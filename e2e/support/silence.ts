import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './child.ts';

/**
 * A proxy in front of the app. It can stop forwarding without closing connections, as a dead router
 * does, or close them all, as a pulled cable does.
 */
export class Silence {
  readonly url: string;
  private readonly server: Server;
  private readonly pairs = new Set<[Socket, Socket]>();
  private readonly lastBrought = new WeakMap<Socket, number>();
  private isCut = false;

  private constructor(port: number, target: string) {
    this.url = `http://127.0.0.1:${port}`;
    const { hostname, port: targetPort } = new URL(target);
    this.server = createServer((near) => {
      if (this.isCut) {
        near.destroy();
        return;
      }
      const far = connect(Number(targetPort), hostname);
      const pair: [Socket, Socket] = [near, far];
      this.pairs.add(pair);
      for (const socket of pair) {
        socket.on('error', () => undefined);
        socket.on('close', () => {
          this.pairs.delete(pair);
          near.destroy();
          far.destroy();
        });
      }
      far.on('data', () => this.lastBrought.set(far, Date.now()));
      near.pipe(far);
      far.pipe(near);
    }).listen(port, '127.0.0.1');
  }

  static async before(target: string): Promise<Silence> {
    const silence = new Silence(await freePort(), target);
    await once(silence.server, 'listening');
    return silence;
  }

  /**
   * Stops forwarding on the connections that carried data in the last 500 ms, without closing them, and
   * closes the others. New connections work.
   */
  fall(): void {
    for (const [near, far] of this.pairs) {
      if (Date.now() - (this.lastBrought.get(far) ?? 0) > 500) near.destroy();
      near.unpipe(far);
      far.unpipe(near);
    }
  }

  /** Closes every connection and refuses new ones until `mend`. */
  cut(): void {
    this.isCut = true;
    for (const [near, far] of this.pairs) {
      near.destroy();
      far.destroy();
    }
  }

  mend(): void {
    this.isCut = false;
  }

  async close(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }
}
