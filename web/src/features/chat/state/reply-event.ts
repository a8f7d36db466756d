import type { ReplyStatus } from './message';

/** One event of a reply's stream (rule replies-stream-events). */
export type ReplyEvent =
  | { type: 'piece'; text: string }
  /** The whole text so far; replaces the text that is shown. */
  | { type: 'replace'; text: string }
  | { type: 'suggestions'; list: readonly string[] }
  | { type: 'error'; code: string }
  /** The text is complete and is being stored. */
  | { type: 'saving'; messageId: string }
  /**
   * The reply has not started; `loading_model` and `queued` are known reasons. `seconds` is the expected rest
   * of the wait, 0 if it is unknown.
   */
  | { type: 'waiting'; reason: string; seconds: number }
  /** The text is final; suggestions may follow. */
  | { type: 'complete'; end: ReplyEnd }
  /** The last event. */
  | { type: 'done'; end: ReplyEnd };

export interface ReplyEnd {
  messageId: string;
  userMessageId: string;
  status: ReplyStatus;
  /** Whether the demo responder writes the next reply. */
  isDemo?: boolean;
}
