import type { ChatMessage } from './message';
import type { PendingMessage } from './pending-message';
import type { Refusal } from './refusal';

/**
 * idle: no reply runs, and none has ended in this tab. waiting: a reply is awaited, no text has arrived.
 * streaming: its text arrives. settled: the last reply has ended. failed: the last reply has failed or was
 * interrupted.
 */
export type Phase = 'idle' | 'waiting' | 'streaming' | 'settled' | 'failed';

/** The running reply. Its text is kept outside `messages`, so that a piece renders one row only. */
export interface LiveReply {
  /** Key of the reply's entry in the log. */
  key: string;
  text: string;
  /** True if the stream is replayed from its first event. The next piece then replaces the text. */
  replay: boolean;
  /** Length of the text in UTF-16 units when Stop was pressed: the rest is not shown. */
  stoppedAt: number | null;
  /** The longest text shown before the stream restarted. It may be longer than what a crashed server stored. */
  seen: string;
  /**
   * saving: the text is complete and not stored yet. loading: the model is not ready yet. queued: other
   * replies are written first.
   */
  note: 'saving' | 'loading' | 'queued' | null;
  /** Expected rest of the wait (s) while `note` is queued. */
  waitSeconds: number;
}

export function newLiveReply(key: string, text: string, replay: boolean, seen = ''): LiveReply {
  return { key, text, replay, stoppedAt: null, seen, note: null, waitSeconds: 0 };
}

export interface ChatState {
  load: 'pending' | 'ready' | 'failed';
  messages: readonly ChatMessage[];
  /** True if the server has older messages. */
  hasMore: boolean;
  phase: Phase;
  live: LiveReply | null;
  /** Whether the demo responder answers, as the end of the last reply said; null before the first end. */
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

/**
 * Time (ms) since the last message after which a talk is recalled. The server decides again, by its own
 * clock.
 */
const restTime = 24 * 60 * 60 * 1000;

/**
 * True if the user has written in this talk, and its last message is older than a day (rule
 * memory-previously).
 */
export function hasRested({ messages }: ChatState): boolean {
  const last = messages.at(-1);
  if (!last || last.local || !messages.some((one) => one.isUser)) return false;
  return Date.now() - Date.parse(last.createdAt) > restTime;
}

/** True until the first words of the first reply to the user. The greeting answers nobody. */
export function isUnanswered({ load, phase, messages }: ChatState): boolean {
  const answered = messages.some(({ replyTo, content }) => replyTo !== '' && content !== '');
  return load === 'ready' && phase !== 'streaming' && !answered;
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
