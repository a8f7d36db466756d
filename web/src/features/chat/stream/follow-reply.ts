import { ApiError, isUnreachable } from '#/shared/api/errors';
import type { ReplyEvent } from '../state/reply-event';
import { backoff, type Line } from './network';
import { parseReplyEvent } from './reply-events';
import type { OpenStream } from './reply-stream';

/** Tries in a row without any event before a running reply counts as lost. */
const resumeTries = 10;

export type FollowEnd =
  | { type: 'done' }
  /** Nothing runs any more: the stored messages tell how it ended. */
  | { type: 'gone' }
  | { type: 'lost' }
  | { type: 'aborted' }
  /** Nobody knows whether the call arrived: it may be made again with the same client id. */
  | { type: 'unsent' }
  | { type: 'refused'; error: ApiError };

interface FollowOptions {
  /** The call that starts the reply; null when the reply is already running. */
  start: OpenStream | null;
  /** Finds this same reply again. */
  resume: OpenStream;
  signal: AbortSignal;
  line: Line;
  onEvent: (event: ReplyEvent) => void;
  /** The server took the call. */
  onAccepted: () => void;
  /** The stream begins again at its first event. */
  onReplay: () => void;
  /** The connection to a running reply broke, or stands again. */
  onConnection: (up: boolean) => void;
}

interface Progress {
  accepted: boolean;
  /** The text is final; only suggestions may be missing. */
  complete: boolean;
  done: boolean;
  nothing: boolean;
  after: number;
  tries: number;
}

async function readOnce(options: FollowOptions, progress: Progress): Promise<void> {
  const { signal, onEvent, onAccepted, onReplay, onConnection } = options;
  const open = progress.accepted || !options.start ? options.resume : options.start;
  const onOpen = (status: number) => {
    onConnection(true);
    progress.nothing = status === 204;
    if (!progress.nothing && !progress.accepted) onAccepted();
    progress.accepted = true;
    if (progress.after === 0 && !progress.nothing) onReplay();
  };
  for await (const raw of open({ after: progress.after, signal, onOpen })) {
    if (signal.aborted) return;
    progress.tries = 0;
    for (const event of parseReplyEvent(raw)) {
      onEvent(event);
      progress.complete ||= event.type === 'complete';
      progress.done ||= event.type === 'done';
    }
    progress.after = Math.max(progress.after, Number(raw.id) || 0);
    if (progress.done) return;
  }
}

function isTransient(error: ApiError): boolean {
  return error.status === 0 || error.status === 429 || error.status >= 500;
}

/**
 * Reads a reply to its end over as many connections as it takes, without losing or repeating an
 * event. A stream that ends without `done` is a broken connection: the reply itself goes on. The call
 * that starts the reply is made once.
 */
export async function followReply(options: FollowOptions): Promise<FollowEnd> {
  const { signal, line } = options;
  const progress: Progress = {
    accepted: options.start === null,
    complete: false,
    done: false,
    nothing: false,
    after: 0,
    tries: 0,
  };
  for (;;) {
    let failure: ApiError | null = null;
    try {
      await readOnce(options, progress);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      failure = error;
    }
    if (signal.aborted) return { type: 'aborted' };
    if (progress.done || progress.complete) return { type: 'done' };
    if (progress.nothing) return { type: 'gone' };
    if (!progress.accepted && isUnreachable(failure)) return { type: 'unsent' };
    if (failure && !(progress.accepted && isTransient(failure))) {
      return { type: 'refused', error: failure };
    }
    options.onConnection(false);
    progress.tries += 1;
    if (progress.tries >= resumeTries) return { type: 'lost' };
    await line.wait(backoff(progress.tries), signal);
    if (signal.aborted) return { type: 'aborted' };
  }
}
