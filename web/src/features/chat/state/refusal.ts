import type { ApiError } from '#/shared/api/errors';
import { httpErrorText, texts, waitText } from '../texts';

/** Why the server refused a message. */
export interface Refusal {
  /**
   * The text that the chat's `onError` gets: 'HTTP error! status: {code}' (rule
   * chat-refusal-stored-text).
   */
  errorMessage: string;
  /** Shown to the user: the server's sentence, or a fixed one. */
  sentence: string;
  /** True if `errorMessage` is shown too: for errors of the server (5xx). */
  showsError: boolean;
}

/** Turns an error of a send into texts (rules chat-refused-line, chat-send-failed). */
export function readRefusal({ status, message, retryAfter }: ApiError): Refusal {
  const sentenceWithoutWait = message || texts.sendFailed;
  return {
    errorMessage: httpErrorText(status),
    sentence: status === 429 && retryAfter !== null ? waitText(retryAfter) : sentenceWithoutWait,
    showsError: status >= 500,
  };
}
