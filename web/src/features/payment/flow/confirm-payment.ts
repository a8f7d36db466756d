import { ApiError } from '#/shared/api/errors';
import type { Order } from '#/shared/api/types';
import { fetchOrder, verifyPayment } from '../api/purchase';
import { PaymentFailure } from '../model/payment-failure';
import { pollDelayMs } from '../model/poll-delay';
import { type RememberedPayment, readPayment } from '../model/remembered-payment';
import { failureReasons, texts } from '../texts';

interface ConfirmOptions {
  /** Called once if the server cannot tell after the first request whether the payment was made. */
  onPending: () => void;
  /** Number of requests without a final answer after which `confirmPayment` gives up. */
  maxAttempts?: number;
  /** Returns false to end the requests. */
  isStillWanted?: () => boolean;
  wait?: (ms: number) => Promise<void>;
}

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** True for a paid order, false for a pending one. Throws a PaymentFailure for any other status. */
function isPaid({ status }: Order): boolean {
  if (status === 'active') return true;
  if (status === 'pending') return false;
  throw new PaymentFailure(texts.notVerified);
}

/**
 * True if the error is final: the server says that the payment was not made. After any other error it may have
 * been made.
 */
function isFinalRefusal(error: unknown): boolean {
  if (error instanceof PaymentFailure) return true;
  if (!(error instanceof ApiError)) return false;
  return error.status >= 400 && error.status < 500 && error.status !== 429;
}

function toVerificationFailure(error: unknown): Error {
  if (error instanceof PaymentFailure) return error;
  const status = error instanceof ApiError ? error.status : 0;
  const shownText = status === 401 ? failureReasons.loginEndedPaid : texts.failed;
  return new PaymentFailure(texts.notVerified, shownText, status);
}

/**
 * Returns the paid order. It sends the answer of the payment window until the server accepts it. Then it polls
 * the order, with growing delays, until an answer is final (rules payment-pending, payment-verify-flow). It
 * throws a failure without a toast in three cases:
 *   - It has made `maxAttempts` attempts.
 *   - `isStillWanted` returns false.
 *   - The tab no longer remembers the payment.
 */
export async function confirmPayment(
  payment: RememberedPayment,
  {
    onPending,
    maxAttempts = Number.POSITIVE_INFINITY,
    isStillWanted: isWanted = () => true,
    wait = delay,
  }: ConfirmOptions,
): Promise<Order> {
  let { answer } = payment;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    try {
      const order = await (answer ? verifyPayment(answer) : fetchOrder(payment.orderId));
      if (isPaid(order)) return order;
      answer = null;
    } catch (error) {
      if (isFinalRefusal(error)) throw toVerificationFailure(error);
    }
    if (attempt === 0) onPending();
    await wait(pollDelayMs(attempt));
    if (readPayment()?.orderId !== payment.orderId || !isWanted()) break;
  }
  throw new PaymentFailure(texts.notVerified, '');
}
