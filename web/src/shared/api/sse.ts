import { EventSourceParserStream } from 'eventsource-parser/stream';
import { apiUrl } from './client';
import { ApiError, isAbort, readRetryAfter, toApiError } from './errors';
import { send } from './send';

export interface ServerEvent {
  /** Number of the event in its stream; empty when the server sent none. */
  id: string;
  /** 'message' when the server named none. */
  event: string;
  data: string;
}

export interface EventStreamOptions {
  method?: 'GET' | 'POST' | 'PUT';
  /** Sent as JSON. */
  body?: unknown;
  signal?: AbortSignal;
  /** Called when the server accepts the call, with its status: 200, or 204 if there is nothing to read. */
  onOpen?: (status: number) => void;
}

/** Longest event in characters: a server that sends no line end must not fill the memory. */
const maxEventLength = 1 << 20;

/**
 * The server writes a comment every 15 s (internal/chat/follow.go). A connection without any byte for
 * this long, in milliseconds, is half-open (rule replies-silence).
 */
const silenceTimeoutMs = 40_000;

/** Aborts one connection after a time without a byte, or when the reader's signal aborts. */
interface Watchdog {
  signal: AbortSignal;
  isSilent: () => boolean;
  /** Restarts the timeout: bytes have arrived. */
  restartTimeout: () => void;
  stop: () => void;
}

function startWatchdog(readerSignal: AbortSignal | undefined, silenceMs: number): Watchdog {
  const connectionController = new AbortController();
  let isSilent = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const close = () => connectionController.abort();
  const restartTimeout = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isSilent = true;
      close();
    }, silenceMs);
  };
  const stop = () => {
    clearTimeout(timer);
    readerSignal?.removeEventListener('abort', close);
  };
  if (readerSignal?.aborted) close();
  readerSignal?.addEventListener('abort', close);
  restartTimeout();
  return { signal: connectionController.signal, isSilent: () => isSilent, restartTimeout, stop };
}

function buildRequest(path: string, options: EventStreamOptions, signal: AbortSignal): Request {
  const headers = new Headers({ Accept: 'text/event-stream' });
  if (options.body !== undefined) headers.set('Content-Type', 'application/json');
  return new Request(apiUrl(path), {
    method: options.method ?? 'POST',
    headers,
    credentials: 'include',
    cache: 'no-store',
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    signal,
  });
}

type Bytes = Uint8Array<ArrayBuffer>;

function onEveryChunk(onChunk: () => void): TransformStream<Bytes, Bytes> {
  return new TransformStream({
    transform: (chunk, controller) => {
      onChunk();
      controller.enqueue(chunk);
    },
  });
}

async function* readEvents(
  body: ReadableStream<Bytes>,
  { signal, restartTimeout }: Watchdog,
): AsyncGenerator<ServerEvent> {
  const reader = body
    .pipeThrough(onEveryChunk(restartTimeout))
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ maxBufferSize: maxEventLength }))
    .getReader();
  const close = () => void reader.cancel().catch(() => undefined);
  // Ends a waiting read at once, because some browsers do not end it when the request is aborted.
  signal.addEventListener('abort', close);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || signal.aborted) return;
      yield { id: value.id ?? '', event: value.event ?? 'message', data: value.data };
    }
  } finally {
    // Also runs when the consumer leaves its loop early: the connection must not stay open.
    signal.removeEventListener('abort', close);
    close();
  }
}

/**
 * Sends a request and yields its server-sent events until the stream ends. An answer without a body (204)
 * yields nothing. It does not reconnect.
 *   - A refusal throws ApiError.
 *   - A lost or silent connection throws ApiError with status 0.
 *   - An abort ends quietly (rule replies-abort-is-quiet).
 */
export async function* openEventStream(
  path: string,
  options: EventStreamOptions = {},
): AsyncGenerator<ServerEvent> {
  const watchdog = startWatchdog(options.signal, silenceTimeoutMs);
  try {
    const response = await send(buildRequest(path, options, watchdog.signal));
    watchdog.restartTimeout();
    if (!response.ok) {
      const body: unknown = await response.json().catch(() => null);
      throw toApiError(response.status, body, readRetryAfter(response.headers));
    }
    options.onOpen?.(response.status);
    if (response.body) yield* readEvents(response.body, watchdog);
  } catch (error) {
    if (options.signal?.aborted) return;
    if (error instanceof ApiError) throw error;
    if (isAbort(error) && !watchdog.isSilent()) return;
    throw new ApiError(0, error instanceof Error ? error.message : '', 'network');
  } finally {
    watchdog.stop();
  }
  if (watchdog.isSilent() && !options.signal?.aborted) {
    throw new ApiError(0, 'No heartbeat', 'silent');
  }
}
