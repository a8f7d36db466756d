import type { ChatMessage } from './message';
import type { PendingMessage } from './pending-message';
import type { Refusal } from './refusal';

/**
 * The state of the reply:
 *   - idle: no reply runs, and none has ended in this tab
 *   - waiting: a reply runs, but none of its text has arrived
 *   - streaming: the text of the reply arrives
 *   - settled: the last reply has ended
 *   - failed: the last reply has failed or was interrupted
 */
export type ReplyPhase = 'idle' | 'waiting' | 'streaming' | 'settled' | 'failed';

/** The running reply. Its text is kept outside `messages`, so that a piece renders one row only. */
export interface LiveReply {
  /** Key of the reply's entry in the log. */
  replyKey: string;
  text: string;
  /** True if the stream is replayed from its first event. The next piece then replaces the text. */
  isReplay: boolean;
  /** Length of the text in UTF-16 units when Stop was pressed: the rest is not shown. */
  stoppedAt: number | null;
  /** The longest text shown before the stream restarted. It may be longer than what a crashed server stored. */
  seenText: string;
  /**
   * saving: the text is complete and not stored yet. loading: the model is not ready yet. queued: other
   * replies are written first.
   */
  waitReason: 'saving' | 'loading' | 'queued' | null;
  /** Expected rest of the wait (s) while `waitReason` is queued. */
  waitSeconds: number;
}

export function newLiveReply(
  key: string,
  text: string,
  isReplay: boolean,
  seenText = '',
): LiveReply {
  return {
    replyKey: key,
    text,
    isReplay,
    stoppedAt: null,
    seenText,
    waitReason: null,
    waitSeconds: 0,
  };
}

export interface ChatState {
  loadState: 'pending' | 'ready' | 'failed';
  messages: readonly ChatMessage[];
  /** True if the server has older messages. */
  hasMore: boolean;
  phase: ReplyPhase;
  liveReply: LiveReply | null;
  /**
   * Whether the demo responder writes the next reply. The server reports it at the end of each reply; null
   * before the first report.
   */
  isDemo: boolean | null;
  /** Messages not accepted by the server yet, oldest first, without the one being sent. */
  pendingMessages: readonly PendingMessage[];
  /** Since when the server is unreachable (RFC 3339); null while it answers. */
  downSince: string | null;
  /** Why the last send was refused; null once something else was sent. */
  refusal: Refusal | null;
}

export const emptyChat: ChatState = {
  loadState: 'pending',
  messages: [],
  hasMore: false,
  phase: 'idle',
  liveReply: null,
  isDemo: null,
  pendingMessages: [],
  downSince: null,
  refusal: null,
};

/** True while a reply is generated: the button is Stop and nothing can be sent. */
export function isGenerating(phase: ReplyPhase): boolean {
  return phase === 'waiting' || phase === 'streaming';
}

/**
 * Time (ms) since the last message after which the note 'Previously' is requested. The server
 * checks the time again, with its own clock.
 */
const previouslyNotePauseMs = 24 * 60 * 60 * 1000;

/**
 * True if the user has written in this talk, and its last message is older than a day (rule
 * memory-previously).
 */
export function hasTalkPausedOneDay({ messages }: ChatState): boolean {
  const lastMessage = messages.at(-1);
  if (!lastMessage || lastMessage.isLocal || !messages.some((one) => one.isUser)) return false;
  return Date.now() - Date.parse(lastMessage.createdAt) > previouslyNotePauseMs;
}

/**
 * True until the first reply to a message of the user has text. The greeting is not counted (rule
 * chat-lines-move).
 */
export function isUnanswered({ loadState: load, phase, messages }: ChatState): boolean {
  const hasAnswer = messages.some(({ replyTo, content }) => replyTo !== '' && content !== '');
  return load === 'ready' && phase !== 'streaming' && !hasAnswer;
}

/** The visible text of the running reply. */
export function shownText(live: LiveReply): string {
  return live.stoppedAt === null ? live.text : live.text.slice(0, live.stoppedAt);
}

/** The longest text of the running reply that was visible. */
export function longestShownText(live: LiveReply): string {
  return live.seenText.length > live.text.length ? live.seenText : live.text;
}

/** Returns the shown text if the stored text is a prefix of it, as after a crash, else the stored text. */
export function keepShownText(stored: string, shown: string): string {
  return shown.length > stored.length && shown.startsWith(stored) ? shown : stored;
}
