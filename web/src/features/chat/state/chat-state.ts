import type { ChatMessage } from './message';
import type { PendingMessage } from './pending-message';
import type { Refusal } from './refusal';

/**
 * idle: nothing sent yet. waiting: sent, no text yet. settled, failed: how the last reply ended.
 */
export type Phase = 'idle' | 'waiting' | 'streaming' | 'settled' | 'failed';

/** The running reply. Its text is kept outside `messages`, so that a piece renders one row only. */
export interface LiveReply {
  /** Key of its entry in the log. */
  key: string;
  text: string;
  /** The stream is replayed from its first event: the next piece replaces the text. */
  replay: boolean;
  /** Length of the text in UTF-16 units when Stop was pressed: the rest is not shown. */
  stoppedAt: number | null;
  /** The longest text shown before the stream restarted. It may be longer than what a crashed server stored. */
  seen: string;
  /** saving: the text is complete and not stored yet. loading: the model is not ready yet. */
  note: 'saving' | 'loading' | null;
}

export function newLive(key: string, text: string, replay: boolean, seen = ''): LiveReply {
  return { key, text, replay, stoppedAt: null, seen, note: null };
}

export interface ChatState {
  load: 'pending' | 'ready' | 'failed';
  messages: readonly ChatMessage[];
  /** Older messages exist. */
  hasMore: boolean;
  phase: Phase;
  live: LiveReply | null;
  /** Whether the demo responder answers, by the last reply's end; null before the first. */
  demo: boolean | null;
  /** Messages not accepted by the server yet, oldest first, without the one being sent. */
  waiting: readonly PendingMessage[];
  /** Since when the server is unreachable (RFC 3339); null while it answers. */
  downSince: string | null;
  /** Why the last send was refused; null once something else was sent. */
  refusal: Refusal | null;
}

export const emptyChat: ChatState = {
  load: 'pending',
  messages: [],
  hasMore: false,
  phase: 'idle',
  live: null,
  demo: null,
  waiting: [],
  downSince: null,
  refusal: null,
};

/** True while a reply is generated: the button is Stop and nothing can be sent. */
export function isTalking(phase: Phase): boolean {
  return phase === 'waiting' || phase === 'streaming';
}

/** The visible text of the running reply. */
export function shownText(live: LiveReply): string {
  return live.stoppedAt === null ? live.text : live.text.slice(0, live.stoppedAt);
}

/** The longest text of the running reply that was visible. */
export function longestShown(live: LiveReply): string {
  return live.seen.length > live.text.length ? live.seen : live.text;
}

/** Returns the shown text if the stored text is a prefix of it, as after a crash, else the stored text. */
export function keepShown(stored: string, shown: string): string {
  return shown.length > stored.length && shown.startsWith(stored) ? shown : stored;
}
