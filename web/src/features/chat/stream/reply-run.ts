import type { ChatStore } from '../store/chat-store';
import type { StreamOpener } from '../store/stream-opener';
import { type FollowEnd, followReply } from './follow-reply';
import { createPieceBuffer, type Schedule } from './piece-buffer';
import type { ReconnectWaiter } from './reconnect-wait';

interface RunOptions {
  /** Key of the reply in the chat store; every event carries it. */
  replyKey: string;
  /** The request that starts the reply; null if the reply already runs. */
  startRequest: StreamOpener | null;
  /** Attaches to a reply that already runs, or reconnects to one whose connection was lost. */
  resume: StreamOpener;
  store: ChatStore;
  reconnectWaiter: ReconnectWaiter;
  schedule: Schedule;
  onAccepted: () => void;
  onConnection: (up: boolean) => void;
}

/** The reading of one reply by this tab. */
export interface ReplyRun {
  readonly replyKey: string;
  /** Whether the server has accepted the request. */
  isAccepted: () => boolean;
  /** Shows no further text after Stop. Pieces that still arrive are kept. */
  freeze: () => void;
  /**
   * Stops reading; the server keeps generating. A request that the server has not accepted yet is
   * not aborted before its acceptance. Otherwise the message could be lost.
   */
  leave: () => void;
  ended: Promise<FollowEnd>;
}

export function startReplyRun(options: RunOptions): ReplyRun {
  const { replyKey, store } = options;
  const abortController = new AbortController();
  let isAccepted = options.startRequest === null;
  let isLeavingReply = false;
  const pieceBuffer = createPieceBuffer(
    (text) => store.dispatch({ type: 'event', key: replyKey, event: { type: 'piece', text } }),
    options.schedule,
  );
  const ended = followReply({
    startRequest: options.startRequest,
    resume: options.resume,
    signal: abortController.signal,
    reconnectWaiter: options.reconnectWaiter,
    onEvent: (event) => {
      if (event.type === 'piece') return pieceBuffer.add(event.text);
      pieceBuffer.flush();
      store.dispatch({ type: 'event', key: replyKey, event });
    },
    onAccepted: () => {
      isAccepted = true;
      store.dispatch({ type: 'accepted', key: replyKey });
      options.onAccepted();
      if (isLeavingReply) abortController.abort();
    },
    onReplay: () => {
      pieceBuffer.flush();
      store.dispatch({ type: 'replayed' });
    },
    onConnection: (up) => isLeavingReply || options.onConnection(up),
  });
  return {
    replyKey,
    isAccepted: () => isAccepted,
    freeze: () => {
      store.dispatch({ type: 'stopPressed' });
      pieceBuffer.flush();
    },
    leave: () => {
      isLeavingReply = true;
      pieceBuffer.flush();
      if (isAccepted) abortController.abort();
    },
    ended,
  };
}
