import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** An OpenAI-compatible transcription service. Tests may change its answers at any time. */
export class FakeTranscriber {
  /** HTTP status of the next answers. */
  status = 200;
  /** The transcript in the next answers. */
  text = 'what is a number';
  /** The service answers after this promise resolves. */
  answerGate: Promise<void> = Promise.resolve();
  /** Bodies of the received forms, one for each recording. */
  readonly forms: Buffer[] = [];
  private readonly server: Server;

  private constructor(server: Server) {
    this.server = server;
    server.on('request', async (request, response) => {
      this.forms.push(await buffer(request));
      await this.answerGate;
      const isTranscriptionCall =
        request.method === 'POST' && request.url === '/v1/audio/transcriptions';
      response.writeHead(isTranscriptionCall ? this.status : 404, {
        'Content-Type': 'application/json',
      });
      response.end(JSON.stringify({ text: this.text }));
    });
  }

  /** Listens on a free port. */
  static async start(): Promise<FakeTranscriber> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new FakeTranscriber(server);
  }

  /** Environment variables that make the product use this service. */
  get settings(): Record<string, string> {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return { COLLOQUY_STT_URL: `http://127.0.0.1:${address.port}/v1` };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}
