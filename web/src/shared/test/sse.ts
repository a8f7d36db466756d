import { HttpResponse } from 'msw';

/** An event stream delivered in exactly these chunks, so that a test can split it anywhere. */
export function streamOf(
  pieces: (string | Uint8Array)[],
  end: 'close' | 'hang' | 'break' = 'close',
) {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) {
        controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece);
      }
      if (end === 'close') controller.close();
      if (end === 'break') controller.error(new Error('connection reset'));
    },
  });
  return new HttpResponse(body, { headers: { 'Content-Type': 'text/event-stream' } });
}
