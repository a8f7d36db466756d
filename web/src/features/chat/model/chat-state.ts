import type { ChatMessage } from './message';

/** idle: nothing was sent in this visit. waiting: no text yet. settled and failed: how the last reply ended. */
export type Phase = 'idle' | 'waiting' | 'streaming' | 'settled' | 'failed';

/** The reply that is being written. Its text lives apart from the log, so that only the tail follows it. */
export interface LiveReply {
  /** Key of its entry in the log. */
  key: string;
  text: string;
  /** The next piece begins the text anew: the stream is replayed from its beginning. */
  replay: boolean;
  /** Where the reader pressed Stop: nothing after this many characters (UTF-16) is shown. */
  heldAt: number | null;
}

export interface ChatState {
  load: 'pending' | 'ready' | 'failed';
  messages: readonly ChatMessage[];
  /** Older messages exist. */
  hasMore: boolean;
  phase: Phase;
  live: LiveReply | null;
}

export const emptyChat: ChatState = {
  load: 'pending',
  messages: [],
  hasMore: false,
  phase: 'idle',
  live: null,
};

/** Somebody is talking: the composer's button is Stop and nothing can be sent. */
export function isTalking(phase: Phase): boolean {
  return phase === 'waiting' || phase === 'streaming';
}

/** What the reader sees of the running reply. */
export function shownText(live: LiveReply): string {
  return live.heldAt === null ? live.text : live.text.slice(0, live.heldAt);
}
