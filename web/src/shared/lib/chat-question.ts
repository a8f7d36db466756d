import { isRecord } from './is-record';

/** A question with which a chat opens and which it sends once. */
export interface ChatQuestion {
  text: string;
  /** Makes repeated sends idempotent. */
  clientId: string;
}

/** The state of the chat's history entry; null without a question. */
export function historyStateWithQuestion(question: ChatQuestion | undefined) {
  return question === undefined ? null : { question };
}

/** The question in the state of a history entry; null if there is none. */
export function readQuestion(state: unknown): ChatQuestion | null {
  const question = isRecord(state) ? state['question'] : null;
  if (!isRecord(question)) return null;
  const { text, clientId } = question;
  return typeof text === 'string' && typeof clientId === 'string' ? { text, clientId } : null;
}
