import { ApiError, isUnreachable } from '#/shared/api/errors';
import type { ReplyEvent } from '../state/reply-event';
import type { StreamOpener } from '../store/stream-opener';
import { backoffDelay, type Network } from './reconnect-wait';
import { parseReplyEvent } from './reply-events';

/** Number of consecutive connections without an event after which a running reply is given up as lost. */
const maxTries = 10;

export type FollowEnd =
  | { type: 'done' }
  /** The reply no longer runs (204). Its stored message has the outcome. */
  | { type: 'gone' }
  | { type: 'lost' }
  | { type: 'aborted' }
  /**
   * Either the server is shutting down, or it is unknown whether the server has received the call.
   * In either case, repeat the call with an unchanged client id.
   */
  | { type: 'unsent' }
  | { type: 'refused'; error: ApiError };

interface FollowOptions {
  /** The request that starts the reply; null if the reply already runs. */
  start: StreamOpener | null;
  /** Attaches to a reply that already runs, or reconnects to one whose connection was lost. */
  resume: StreamOpener;
  signal: AbortSignal;
  network: Network;
  onEvent: (event: ReplyEvent) => void;
  /** Called when the server has accepted the request. */
  onAccepted: () => void;
  /** Called when the stream starts or restarts at its first event. */
  onReplay: () => void;
  /** Called with true when a connection opens, and with false when it is lost. */
  onConnection: (up: boolean) => void;
}

interface ReadProgress {
  accepted: boolean;
  /** True if the text is final. Only suggestions may follow. */
  complete: boolean;
  done: boolean;
  /** True if the server answered 204: no reply runs. */
  isGone: boolean;
  /** Number of the last event that was read. */
  lastEvent: number;
  /** Connections in a row without an event. */
  tries: number;
}

async function readConnection(options: FollowOptions, progress: ReadProgress): Promise<void> {
  const { signal, onEvent, onAccepted, onReplay, onConnection } = options;
  const openStream = progress.accepted || !options.start ? options.resume : options.start;
  const onOpen = (status: number) => {
    onConnection(true);
    progress.isGone = status === 204;
    if (!progress.isGone && !progress.accepted) onAccepted();
    progress.accepted = true;
    if (progress.lastEvent === 0 && !progress.isGone) onReplay();
  };
  for await (const serverEvent of openStream({ lastEvent: progress.lastEvent, signal, onOpen })) {
    if (signal.aborted) return;
    progress.tries = 0;
    for (const event of parseReplyEvent(serverEvent)) {
      onEvent(event);
      progress.complete ||= event.type === 'complete';
      progress.done ||= event.type === 'done';
    }
    progress.lastEvent = Math.max(progress.lastEvent, Number(serverEvent.id) || 0);
    if (progress.done) return;
  }
}

function isTransient(error: ApiError): boolean {
  return error.status === 0 || error.status === 429 || error.status >= 500;
}

/**
 * Reads a reply to its end, with as many reconnects as needed. No event is lost or repeated. A stream that ends
 * without `complete` or `done` is a lost connection: the server keeps generating. The request that starts the
 * reply is made once. If the server cannot be reached or restarts, the request ends as unsent (rule
 * chat-outbox).
 */
export async function followReply(options: FollowOptions): Promise<FollowEnd> {
  const { signal, network } = options;
  const progress: ReadProgress = {
    accepted: options.start === null,
    complete: false,
    done: false,
    isGone: false,
    lastEvent: 0,
    tries: 0,
  };
  for (;;) {
    let failure: ApiError | null = null;
    try {
      await readConnection(options, progress);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      failure = error;
    }
    if (signal.aborted) return { type: 'aborted' };
    if (progress.done || progress.complete) return { type: 'done' };
    if (progress.isGone) return { type: 'gone' };
    const isRestarting = failure instanceof ApiError && failure.code === 'shutting_down';
    if (!progress.accepted && (isRestarting || isUnreachable(failure))) return { type: 'unsent' };
    if (failure && !(progress.accepted && isTransient(failure))) {
      return { type: 'refused', error: failure };
    }
    options.onConnection(false);
    progress.tries += 1;
    if (progress.tries >= maxTries) return { type: 'lost' };
    await network.wait(backoffDelay(progress.tries), signal);
    if (signal.aborted) return { type: 'aborted' };
  }
}
