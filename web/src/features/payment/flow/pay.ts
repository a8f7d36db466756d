import type { QueryClient } from '@tanstack/react-query';
import { displayName, openLogin } from '#/features/auth';
import { ApiError } from '#/shared/api/errors';
import { sharedKeys } from '#/shared/api/keys';
import type { Order, User } from '#/shared/api/types';
import { holdPage } from '#/shared/browser/page-hold';
import { reportError } from '#/shared/lib/report-error';
import { toast } from '#/shared/ui/toast';
import { planQuery } from '../api/plan-query';
import { createOrder } from '../api/purchase';
import { ClosedWindowFailure, PaymentFailure, toOrderFailure } from '../model/payment-failure';
import { type PaymentRequest, usePaymentStore } from '../model/payment-store';
import { forgetPayment, readPayment, rememberPayment } from '../model/remembered-payment';
import { texts } from '../texts';
import { completePayment, refreshAccess } from './complete-payment';
import { confirmPayment } from './confirm-payment';
import { followClosedWindow } from './follow-closed-window';
import { openRazorpay } from './open-razorpay';
import { openSandbox } from './open-sandbox';
import { hidePendingToast, showPendingToast } from './pending-toast';

export interface PaymentCallbacks {
  onSuccess?: ((order: Order) => void) | undefined;
  onFailure?: ((error: Error) => void) | undefined;
}

/** Fetches the plan. Throws if it has no amount, so that nothing is ordered (rule payment-missing-details). */
async function requirePlan(client: QueryClient, { planId, character }: PaymentRequest) {
  const plan = await client.fetchQuery(planQuery(planId, character.slug)).catch((error) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw toOrderFailure(error);
  });
  if (character.slug === '' || !plan?.decimalPrice) {
    throw new PaymentFailure(texts.missingDetails, texts.missingDetails);
  }
  return plan;
}

async function placeOrder(request: PaymentRequest) {
  const order = await createOrder(request).catch((error) => {
    throw toOrderFailure(error);
  });
  if (!order.orderId) throw new PaymentFailure(texts.noOrder);
  return order;
}

/** Orders, opens the payment window and verifies its answer. Returns the paid order. */
async function runPayment(client: QueryClient, request: PaymentRequest): Promise<Order> {
  const releasePage = holdPage();
  try {
    const plan = await requirePlan(client, request);
    const order = await placeOrder(request);
    const user = client.getQueryData<User | null>(sharedKeys.me);
    const payment = { ...request, userId: user?.id ?? '', orderId: order.orderId };
    rememberPayment({ ...payment, answer: null });
    const openWindow = order.provider === 'sandbox' ? openSandbox : openRazorpay;
    const answer = await openWindow({
      order,
      planName: plan.name,
      planTermsText: plan.subTitle,
      name: user ? displayName(user) : '',
      email: user?.email ?? '',
    }).catch((error) => {
      if (error instanceof ClosedWindowFailure) {
        rememberPayment({ ...payment, answer: null, closedAt: Date.now() });
      }
      throw error;
    });
    usePaymentStore.setState({ window: null });
    const answeredPayment = { ...payment, answer };
    rememberPayment(answeredPayment);
    return await confirmPayment(answeredPayment, { onPending: showPendingToast });
  } finally {
    releasePage();
  }
}

/**
 * Decides what happens to the remembered payment after a failure (rules payment-refused-order,
 * payment-verify-flow, payment-closed-window):
 *   - The window was closed: the app follows the order.
 *   - The login ended before the payment was verified: the payment stays remembered. The app resumes it after
 *     the login.
 *   - Else the payment is forgotten. If the login has ended, `retry` starts another payment after the login.
 */
function leavePayment(client: QueryClient, failure: PaymentFailure, retry: () => void): void {
  const payment = readPayment();
  const isLoginEnded = failure.status === 401;
  if (failure instanceof ClosedWindowFailure && payment) followClosedWindow(client, payment);
  // The payment may have been made, so it stays remembered.
  else if (isLoginEnded && failure.message === texts.notVerified) openLogin();
  else {
    forgetPayment();
    if (isLoginEnded) openLogin({ afterLogin: retry });
  }
}

/** Ends the processing, and shows and logs why the payment has failed (rule payment-failure). */
function reportFailure(client: QueryClient, error: unknown, retry: () => void): PaymentFailure {
  const failure =
    error instanceof PaymentFailure ? error : new PaymentFailure(texts.failed, texts.failed);
  if (failure !== error) reportError('The payment failed', error);
  usePaymentStore.setState({ runningRequest: null, window: null });
  if (failure.status === 409) refreshAccess(client);
  leavePayment(client, failure, retry);
  if (failure.toastText !== '') toast.error(failure.toastText);
  return failure;
}

/**
 * Runs a payment from the order to its end. A tab runs one payment at a time (rule payment-flow).
 * If the login has ended, the app calls `again` after the next login to start a new payment.
 */
export async function pay(
  client: QueryClient,
  request: PaymentRequest,
  callbacks: PaymentCallbacks,
  again: () => void,
): Promise<void> {
  try {
    const order = await runPayment(client, request);
    completePayment(client, order, request.character);
    callbacks.onSuccess?.(order);
  } catch (error) {
    const failure = reportFailure(client, error, again);
    callbacks.onFailure?.(failure);
  } finally {
    hidePendingToast();
  }
}
