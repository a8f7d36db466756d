import { HttpResponse } from 'msw';

/** An event stream that the test writes while the client reads it. */
export interface LiveStream {
  response: HttpResponse<ReadableStream<Uint8Array>>;
  /** Writes a piece of text as an event with the next number. */
  writePiece: (text: string) => void;
  writeEvent: (name: string, data: unknown) => void;
  /** Writes `complete` and `done`, and closes. */
  writeEnd: (status?: string, suggestions?: string[]) => void;
  writeRaw: (text: string) => void;
  close: () => void;
  /** Breaks the connection with an error. */
  abort: () => void;
}

export const replyEnd = (status = 'complete') => ({
  message_id: 'm2',
  user_message_id: 'm1',
  status,
});

/**
 * Makes an event stream that the test writes. `after` is the number of the last event before this stream
 * begins.
 */
export function liveStream(after = 0): LiveStream {
  let writer: ReadableStreamDefaultController<Uint8Array>;
  let id = after;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      writer = controller;
    },
  });
  const writeRaw = (text: string) => writer.enqueue(new TextEncoder().encode(text));
  const writeEvent = (name: string, data: unknown) => {
    id += 1;
    const eventLine = name === '' ? '' : `event: ${name}\n`;
    writeRaw(`id: ${id}\n${eventLine}data: ${JSON.stringify(data)}\n\n`);
  };
  return {
    response: new HttpResponse(body, { headers: { 'Content-Type': 'text/event-stream' } }),
    writeRaw,
    writeEvent,
    writePiece: (content) => writeEvent('', { content }),
    writeEnd: (status = 'complete', suggestions) => {
      writeEvent('complete', replyEnd(status));
      if (suggestions) writeEvent('', { content: '', suggestions });
      writeEvent('done', replyEnd(status));
      writer.close();
    },
    close: () => writer.close(),
    abort: () => writer.error(new Error('connection reset')),
  };
}
