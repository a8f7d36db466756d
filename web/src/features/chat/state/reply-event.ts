import type { ReplyStatus } from './message';

/** What a reply's stream says (spec 3 §3). */
export type ReplyEvent =
  | { type: 'piece'; text: string }
  /** The text so far, in place of what was shown. */
  | { type: 'replace'; text: string }
  | { type: 'suggestions'; list: readonly string[] }
  | { type: 'error'; code: string }
  /** The text is whole and is being stored. */
  | { type: 'saving'; messageId: string }
  /** The reply has not begun, for this reason. */
  | { type: 'waiting'; reason: string }
  /** The text is final; suggestions may follow. */
  | { type: 'complete'; end: ReplyEnd }
  /** Nothing follows. */
  | { type: 'done'; end: ReplyEnd };

export interface ReplyEnd {
  messageId: string;
  userMessageId: string;
  status: ReplyStatus;
  /** Whether the next reply comes from the demo responder. */
  demo?: boolean;
}
