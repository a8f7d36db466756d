import type { ApiError } from '#/shared/api/errors';
import { httpError, texts, waitText } from '../messages';

export interface Refusal {
  /** keep: the reply's entry says what happened. withdraw: nothing was sent, the entries go. */
  entry: 'keep' | 'withdraw';
  /** Stored as the reply's error message (spec 1 §8); empty when no answer came. */
  errorMessage: string;
  toast: string;
  /** What the screen believes about the conversation is out of date. */
  stale: 'nothing' | 'log' | 'lock';
}

/** What a refused send means for the screen. */
export function readRefusal(error: ApiError): Refusal {
  const errorMessage = error.status === 0 ? '' : httpError(error.status);
  switch (error.status) {
    case 403:
      return {
        entry: 'withdraw',
        errorMessage,
        toast: error.message || texts.sendFailed,
        stale: 'lock',
      };
    case 409:
      // Another tab's reply runs: this tab shows it.
      return {
        entry: 'withdraw',
        errorMessage,
        toast: error.message || texts.sendFailed,
        stale: 'log',
      };
    case 429: {
      const toast = error.retryAfter === null ? error.message : waitText(error.retryAfter);
      return { entry: 'keep', errorMessage, toast: toast || texts.sendFailed, stale: 'nothing' };
    }
    default:
      return { entry: 'keep', errorMessage, toast: texts.sendFailed, stale: 'nothing' };
  }
}
