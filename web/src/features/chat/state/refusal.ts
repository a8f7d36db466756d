import type { ApiError } from '#/shared/api/errors';
import { httpError, texts, waitText } from '../texts';

/** Why the server did not take a line. */
export interface Refusal {
  /** The stored message, which the error callback gets (spec 1 §8). */
  errorMessage: string;
  /** What the reader sees: the server's own sentence where it has one. */
  sentence: string;
  /** The reader sees the stored message too: the fault is the server's. */
  smallPrint: boolean;
}

/** What a refused send means for the screen (spec 3 §3). */
export function readRefusal({ status, message, retryAfter }: ApiError): Refusal {
  const own = message || texts.sendFailed;
  return {
    errorMessage: httpError(status),
    sentence: status === 429 && retryAfter !== null ? waitText(retryAfter) : own,
    smallPrint: status >= 500,
  };
}
