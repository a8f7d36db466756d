import type { ApiError } from '#/shared/api/errors';
import { httpError, texts, waitText } from '../texts';

/** Why the server refused a message. */
export interface Refusal {
  /** For the error callback (rule chat-refusal-stored-text). */
  errorMessage: string;
  /** Shown to the user: the server's sentence, or a fixed one. */
  sentence: string;
  /** `errorMessage` is shown too, for faults of the server (5xx). */
  smallPrint: boolean;
}

/** Turns an error of a send into texts (rule chat-refused-line). */
export function readRefusal({ status, message, retryAfter }: ApiError): Refusal {
  const own = message || texts.sendFailed;
  return {
    errorMessage: httpError(status),
    sentence: status === 429 && retryAfter !== null ? waitText(retryAfter) : own,
    smallPrint: status >= 500,
  };
}
