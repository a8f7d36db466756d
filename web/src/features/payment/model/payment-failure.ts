import { ApiError, isUnreachable } from '#/shared/api/errors';
import { reasons, texts, waitText } from '../texts';

/** A payment that was refused, failed or dismissed. `message` is one of the fixed texts. */
export class PaymentFailure extends Error {
  /** What the toast says. */
  readonly shown: string;
  /** The server's status; 0 if another thing than the server failed. */
  readonly status: number;

  constructor(message: string, shown: string = texts.failed, status = 0) {
    super(message);
    this.name = 'PaymentFailure';
    this.shown = shown;
    this.status = status;
  }
}

/** The payer closed the payment window. The bank may still confirm a payment that was tried in it. */
export class ClosedWindow extends PaymentFailure {}

function reasonOf(error: ApiError): string {
  if (isUnreachable(error)) return reasons.offline;
  if (error.status === 401) return reasons.loginEnded;
  if (error.status === 429) return waitText(error.retryAfter);
  if (error.status >= 500) return error.message || reasons.unavailable;
  return error.message;
}

/** Turns the refusal of an order into a failure (rule payment-refused-order). */
export function toOrderFailure(error: unknown): PaymentFailure {
  if (error instanceof PaymentFailure) return error;
  if (!(error instanceof ApiError)) return new PaymentFailure(texts.noOrder);
  const { status } = error;
  if (status === 409) {
    return new PaymentFailure(texts.noOrder, error.message || reasons.alreadyOpen, status);
  }
  return new PaymentFailure(texts.noOrder, `${texts.failed} ${reasonOf(error)}`.trim(), status);
}
