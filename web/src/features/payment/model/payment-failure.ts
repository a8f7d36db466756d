import { ApiError, isUnreachable } from '#/shared/api/errors';
import { failureReasons, texts, waitText } from '../texts';

/**
 * A payment that was refused, failed or dismissed. `message` is one of the fixed texts (rule
 * payment-failure).
 */
export class PaymentFailure extends Error {
  /** Text of the toast; empty for no toast. */
  readonly toastText: string;
  /** Status of the server's refusal; 0 if the server has not refused. */
  readonly status: number;

  constructor(message: string, toastText: string = texts.failed, status = 0) {
    super(message);
    this.name = 'PaymentFailure';
    this.toastText = toastText;
    this.status = status;
  }
}

/** The payer closed the payment window. The bank may still confirm a payment that was tried in it. */
export class ClosedWindowFailure extends PaymentFailure {}

function failureReason(error: ApiError): string {
  if (isUnreachable(error)) return failureReasons.offline;
  if (error.status === 401) return failureReasons.loginEnded;
  if (error.status === 429) return waitText(error.retryAfter);
  if (error.status >= 500) return error.message || failureReasons.unavailable;
  return error.message;
}

/** Turns the refusal of an order into a failure (rule payment-refused-order). */
export function toOrderFailure(error: unknown): PaymentFailure {
  if (error instanceof PaymentFailure) return error;
  if (!(error instanceof ApiError)) return new PaymentFailure(texts.noOrder);
  const { status } = error;
  if (status === 409) {
    return new PaymentFailure(texts.noOrder, error.message || failureReasons.alreadyOpen, status);
  }
  return new PaymentFailure(
    texts.noOrder,
    `${texts.failed} ${failureReason(error)}`.trim(),
    status,
  );
}
