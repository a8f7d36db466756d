import { ApiError } from '#/shared/api/errors';
import type { Order } from '#/shared/api/types';
import { fetchOrder, verifyPayment } from '../api/purchase';
import { PaymentFailure } from '../model/payment-failure';
import { pollDelay } from '../model/poll-delay';
import { type RememberedPayment, readPayment } from '../model/remembered-payment';
import { reasons, texts } from '../texts';

interface ConfirmOptions {
  /** Called once if the first request brings no verdict. */
  onPending: () => void;
  /** Number of requests after which the payment counts as not made. */
  limit?: number;
  /** Returns false to end the requests. */
  isWanted?: () => boolean;
  wait?: (ms: number) => Promise<void>;
}

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** True for an order that is paid; false while there is no verdict. Throws if there is no payment. */
function isPaid({ status }: Order): boolean {
  if (status === 'active') return true;
  if (status === 'pending') return false;
  throw new PaymentFailure(texts.notVerified);
}

/** True if the server has given a verdict. Without one the payment may have been made. */
function isVerdict(error: unknown): boolean {
  if (error instanceof PaymentFailure) return true;
  if (!(error instanceof ApiError)) return false;
  return error.status >= 400 && error.status < 500 && error.status !== 429;
}

function toVerificationFailure(error: unknown): Error {
  if (error instanceof PaymentFailure) return error;
  const status = error instanceof ApiError ? error.status : 0;
  const shown = status === 401 ? reasons.loginEndedPaid : texts.failed;
  return new PaymentFailure(texts.notVerified, shown, status);
}

/**
 * Returns the paid order. It verifies what the payment window reported until the server has answered, then
 * polls the order with growing delays until there is a verdict (rules payment-pending, payment-verify-flow).
 * If the tab forgets the payment, or the requests end without a verdict, it throws a failure without a text
 * to show.
 */
export async function confirmPayment(
  payment: RememberedPayment,
  {
    onPending,
    limit = Number.POSITIVE_INFINITY,
    isWanted = () => true,
    wait = delay,
  }: ConfirmOptions,
): Promise<Order> {
  let { answer } = payment;
  for (let attempt = 0; attempt < limit; attempt += 1) {
    try {
      const order = await (answer ? verifyPayment(answer) : fetchOrder(payment.orderId));
      if (isPaid(order)) return order;
      answer = null;
    } catch (error) {
      if (isVerdict(error)) throw toVerificationFailure(error);
    }
    if (attempt === 0) onPending();
    await wait(pollDelay(attempt));
    if (readPayment()?.orderId !== payment.orderId || !isWanted()) break;
  }
  throw new PaymentFailure(texts.notVerified, '');
}
