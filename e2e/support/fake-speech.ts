import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toneWAV } from './fake-voice.ts';

/** An OpenAI-compatible speech service. It answers every text with a sound of `seconds`. */
export class FakeSpeech {
  private readonly server: Server;
  /** The texts of all requests. */
  readonly requestedTexts: string[] = [];

  private constructor(seconds: number) {
    this.server = createServer((request, response) => {
      let body = '';
      request.on('data', (piece) => {
        body += piece;
      });
      request.on('end', () => {
        this.requestedTexts.push(JSON.parse(body).input);
        response.writeHead(200, { 'Content-Type': 'audio/wav' }).end(toneWAV(seconds));
      });
    });
  }

  static async start(seconds: number): Promise<FakeSpeech> {
    const speech = new FakeSpeech(seconds);
    await new Promise<void>((resolve) => speech.server.listen(0, '127.0.0.1', resolve));
    return speech;
  }

  /** Address for COLLOQUY_TTS_URL. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
