import { ApiError, isUnreachable } from '#/shared/api/errors';
import type { ReplyEvent } from '../state/reply-event';
import type { StreamOpener } from '../store/stream-opener';
import { backoffDelay, type ReconnectWaiter } from './reconnect-wait';
import { parseReplyEvent } from './reply-events';

/**
 * Number of consecutive connections without an event after which a running reply is given up as lost (rule
 * replies-resume).
 */
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
  startRequest: StreamOpener | null;
  /** Attaches to a reply that already runs, or reconnects to one whose connection was lost. */
  resume: StreamOpener;
  signal: AbortSignal;
  reconnectWaiter: ReconnectWaiter;
  onEvent: (event: ReplyEvent) => void;
  /** Called when the server has accepted the request. */
  onAccepted: () => void;
  /** Called when the stream starts or restarts at its first event. */
  onReplay: () => void;
  /** Called with true when a connection opens, and with false when it is lost. */
  onConnection: (up: boolean) => void;
}

interface ReadProgress {
  isAccepted: boolean;
  /** True if the text is final. Only suggestions may follow. */
  isTextComplete: boolean;
  isStreamDone: boolean;
  /** True if the server answered 204: no reply runs. */
  isReplyGone: boolean;
  /** Number of the last event that was read. */
  lastEventNumber: number;
  /** Connections in a row without an event. */
  tryCount: number;
}

async function readConnection(options: FollowOptions, progress: ReadProgress): Promise<void> {
  const { signal, onEvent, onAccepted, onReplay, onConnection } = options;
  const openStream =
    progress.isAccepted || !options.startRequest ? options.resume : options.startRequest;
  const onOpen = (status: number) => {
    onConnection(true);
    progress.isReplyGone = status === 204;
    if (!progress.isReplyGone && !progress.isAccepted) onAccepted();
    progress.isAccepted = true;
    if (progress.lastEventNumber === 0 && !progress.isReplyGone) onReplay();
  };
  for await (const serverEvent of openStream({
    lastEventNumber: progress.lastEventNumber,
    signal,
    onOpen,
  })) {
    if (signal.aborted) return;
    progress.tryCount = 0;
    for (const event of parseReplyEvent(serverEvent)) {
      onEvent(event);
      progress.isTextComplete ||= event.type === 'complete';
      progress.isStreamDone ||= event.type === 'done';
    }
    progress.lastEventNumber = Math.max(progress.lastEventNumber, Number(serverEvent.id) || 0);
    if (progress.isStreamDone) return;
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
  const { signal, reconnectWaiter } = options;
  const progress: ReadProgress = {
    isAccepted: options.startRequest === null,
    isTextComplete: false,
    isStreamDone: false,
    isReplyGone: false,
    lastEventNumber: 0,
    tryCount: 0,
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
    if (progress.isStreamDone || progress.isTextComplete) return { type: 'done' };
    if (progress.isReplyGone) return { type: 'gone' };
    const isRestarting = failure instanceof ApiError && failure.code === 'shutting_down';
    if (!progress.isAccepted && (isRestarting || isUnreachable(failure))) return { type: 'unsent' };
    if (failure && !(progress.isAccepted && isTransient(failure))) {
      return { type: 'refused', error: failure };
    }
    options.onConnection(false);
    progress.tryCount += 1;
    if (progress.tryCount >= maxTries) return { type: 'lost' };
    await reconnectWaiter.wait(backoffDelay(progress.tryCount), signal);
    if (signal.aborted) return { type: 'aborted' };
  }
}
