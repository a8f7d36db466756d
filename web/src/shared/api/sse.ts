import { EventSourceParserStream } from 'eventsource-parser/stream';
import { apiUrl } from './client';
import { ApiError, isAbort, readRetryAfter, toApiError } from './errors';
import { send } from './send';

export interface ServerEvent {
  /** Position in the stream, for `lastEventId` of a later call; empty when the server sent none. */
  id: string;
  /** 'message' when the server named none. */
  event: string;
  data: string;
}

export interface EventStreamOptions {
  method?: 'GET' | 'POST';
  /** Sent as JSON. */
  body?: unknown;
  signal?: AbortSignal;
  lastEventId?: string;
  /** The server took the call, with this status: 200, or 204 when there is nothing to read. */
  onOpen?: (status: number) => void;
}

/** One event never needs more; a server that sends no line end must not fill the memory. */
const largestEvent = 1 << 20;

function buildRequest(path: string, options: EventStreamOptions): Request {
  const headers = new Headers({ Accept: 'text/event-stream' });
  if (options.body !== undefined) headers.set('Content-Type', 'application/json');
  if (options.lastEventId) headers.set('Last-Event-ID', options.lastEventId);
  return new Request(apiUrl(path), {
    method: options.method ?? 'POST',
    headers,
    credentials: 'include',
    cache: 'no-store',
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
}

async function* readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  signal: AbortSignal | undefined,
): AsyncGenerator<ServerEvent> {
  const reader = body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ maxBufferSize: largestEvent }))
    .getReader();
  const close = () => void reader.cancel().catch(() => undefined);
  // A read that waits for the next event ends at once, whatever the browser makes of the abort.
  signal?.addEventListener('abort', close);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || signal?.aborted) return;
      yield { id: value.id ?? '', event: value.event ?? 'message', data: value.data };
    }
  } finally {
    // Also runs when the consumer leaves its loop early: the connection must not stay open.
    signal?.removeEventListener('abort', close);
    close();
  }
}

/**
 * Sends a request and yields its server-sent events until the stream ends. A refusal throws
 * ApiError; a lost connection throws ApiError with status 0; an abort ends quietly (spec 1 §8).
 * An answer without a body (204: nothing runs) yields nothing. It never reconnects by itself.
 */
export async function* openEventStream(
  path: string,
  options: EventStreamOptions = {},
): AsyncGenerator<ServerEvent> {
  try {
    const response = await send(buildRequest(path, options));
    if (!response.ok) {
      const body: unknown = await response.json().catch(() => null);
      throw toApiError(response.status, body, readRetryAfter(response.headers));
    }
    options.onOpen?.(response.status);
    if (response.body) yield* readEvents(response.body, options.signal);
  } catch (error) {
    if (isAbort(error) || options.signal?.aborted) return;
    if (error instanceof ApiError) throw error;
    throw new ApiError(0, error instanceof Error ? error.message : '', 'network');
  }
}
