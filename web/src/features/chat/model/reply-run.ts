import { attachToReply, type OpenStream } from '../api/reply-stream';
import type { ChatStore } from './chat-store';
import { type FollowEnd, followReply } from './follow-reply';
import type { Line } from './line';
import { createPieceBuffer, type Schedule } from './piece-buffer';

interface RunOptions {
  sessionId: string;
  /** Key of the reply's entry. */
  key: string;
  /** Null when the reply is already running. */
  start: OpenStream | null;
  store: ChatStore;
  line: Line;
  schedule: Schedule;
  onAccepted: () => void;
}

/** One reply while this tab reads it. */
export interface ReplyRun {
  readonly key: string;
  /** The server has taken the call. */
  isAccepted: () => boolean;
  /** Shows nothing more, without losing what still arrives. */
  hold: () => void;
  /** Ends the reading; the reply goes on. A call that is still on its way is let through first. */
  leave: () => void;
  ended: Promise<FollowEnd>;
}

export function startRun(options: RunOptions): ReplyRun {
  const { key, store } = options;
  const reader = new AbortController();
  let accepted = options.start === null;
  let leaving = false;
  const pieces = createPieceBuffer(
    (text) => store.dispatch({ type: 'event', key, event: { type: 'piece', text } }),
    options.schedule,
  );
  const ended = followReply({
    start: options.start,
    attach: attachToReply(options.sessionId),
    signal: reader.signal,
    line: options.line,
    onEvent: (event) => {
      if (event.type === 'piece') return pieces.add(event.text);
      pieces.flush();
      store.dispatch({ type: 'event', key, event });
    },
    onAccepted: () => {
      accepted = true;
      store.dispatch({ type: 'accepted', key });
      options.onAccepted();
      if (leaving) reader.abort();
    },
    onReplay: () => {
      pieces.flush();
      store.dispatch({ type: 'replayed' });
    },
  });
  return {
    key,
    isAccepted: () => accepted,
    hold: () => {
      store.dispatch({ type: 'held', on: true });
      pieces.flush();
    },
    leave: () => {
      leaving = true;
      pieces.flush();
      if (accepted) reader.abort();
    },
    ended,
  };
}
