import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './child-program.ts';

/**
 * A proxy in front of the app. It can stop forwarding without closing connections (half-open
 * connections), or close them all.
 */
export class NetworkProxy {
  readonly url: string;
  private readonly server: Server;
  private readonly socketPairs = new Set<[Socket, Socket]>();
  private readonly lastDataAt = new WeakMap<Socket, number>();
  private isDisconnected = false;

  private constructor(port: number, target: string) {
    this.url = `http://127.0.0.1:${port}`;
    const { hostname, port: targetPort } = new URL(target);
    this.server = createServer((clientSocket) => {
      if (this.isDisconnected) {
        clientSocket.destroy();
        return;
      }
      const serverSocket = connect(Number(targetPort), hostname);
      const pair: [Socket, Socket] = [clientSocket, serverSocket];
      this.socketPairs.add(pair);
      for (const socket of pair) {
        socket.on('error', () => undefined);
        socket.on('close', () => {
          this.socketPairs.delete(pair);
          clientSocket.destroy();
          serverSocket.destroy();
        });
      }
      serverSocket.on('data', () => this.lastDataAt.set(serverSocket, Date.now()));
      clientSocket.pipe(serverSocket);
      serverSocket.pipe(clientSocket);
    }).listen(port, '127.0.0.1');
  }

  static async startInFrontOf(target: string): Promise<NetworkProxy> {
    const proxy = new NetworkProxy(await freePort(), target);
    await once(proxy.server, 'listening');
    return proxy;
  }

  /**
   * Stops forwarding on the connections that carried data in the last 500 ms, without closing them, and
   * closes the others. New connections work.
   */
  stall(): void {
    for (const [near, far] of this.socketPairs) {
      if (Date.now() - (this.lastDataAt.get(far) ?? 0) > 500) near.destroy();
      near.unpipe(far);
      far.unpipe(near);
    }
  }

  /** Closes every connection and refuses new ones until `reconnect`. */
  disconnect(): void {
    this.isDisconnected = true;
    for (const [near, far] of this.socketPairs) {
      near.destroy();
      far.destroy();
    }
  }

  /** Accepts connections again. */
  reconnect(): void {
    this.isDisconnected = false;
  }

  async close(): Promise<void> {
    this.disconnect();
    this.server.close();
    await once(this.server, 'close');
  }
}
