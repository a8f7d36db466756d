import type { ChatMessage } from './message';
import type { Attempt } from './pending-message';
import type { Refusal } from './refusal';

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
  /** The longest text that was shown before the stream began again: a crash may store less. */
  seen: string;
  /** saving: the text is whole and not stored yet. loading: the model is not ready yet. */
  note: 'saving' | 'loading' | null;
}

export function newLive(key: string, text: string, replay: boolean, seen = ''): LiveReply {
  return { key, text, replay, heldAt: null, seen, note: null };
}

export interface ChatState {
  load: 'pending' | 'ready' | 'failed';
  messages: readonly ChatMessage[];
  /** Older messages exist. */
  hasMore: boolean;
  phase: Phase;
  live: LiveReply | null;
  /** Whether the demo responder answers, as the last reply's end said; null before one. */
  demo: boolean | null;
  /** Lines that the server has not taken yet, oldest first. The one on its way is in `messages`. */
  waiting: readonly Attempt[];
  /** Since when the server is out of reach (RFC 3339); null while it answers. */
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

/** Somebody is talking: the composer's button is Stop and nothing can be sent. */
export function isTalking(phase: Phase): boolean {
  return phase === 'waiting' || phase === 'streaming';
}

/** What the reader sees of the running reply. */
export function shownText(live: LiveReply): string {
  return live.heldAt === null ? live.text : live.text.slice(0, live.heldAt);
}

/** The longest text of the running reply that was on the screen. */
export function longestSeen(live: LiveReply): string {
  return live.seen.length > live.text.length ? live.seen : live.text;
}

/** After a crash the stored text may be shorter than what was read: the reader keeps what he saw. */
export function keepSeen(stored: string, seen: string): string {
  return seen.length > stored.length && seen.startsWith(stored) ? seen : stored;
}
