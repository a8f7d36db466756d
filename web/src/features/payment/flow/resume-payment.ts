import type { QueryClient } from '@tanstack/react-query';
import { usePaymentStore } from '../model/payment-store';
import { forgetPayment, type RememberedPayment, readPayment } from '../model/remembered-payment';
import { completePayment } from './complete-payment';
import { confirmPayment } from './confirm-payment';
import { confirmRememberedPayment } from './confirm-remembered';
import { followClosedWindow } from './follow-closed-window';

/**
 * Number of requests about an order whose window was open when the page was reloaded. They take about two
 * minutes (rule payment-reload).
 */
const maxSilentRequests = 10;

const isIdle = () => usePaymentStore.getState().runningRequest === null;
const isRemembered = ({ orderId }: RememberedPayment) => readPayment()?.orderId === orderId;

/**
 * Confirms a payment that the payer may or may not have made. It shows nothing unless the order turns out to be
 * paid.
 */
async function confirmSilently(client: QueryClient, payment: RememberedPayment): Promise<void> {
  try {
    const order = await confirmPayment(payment, {
      onPending: () => undefined,
      maxAttempts: maxSilentRequests,
      isStillWanted: isIdle,
    });
    if (isRemembered(payment)) completePayment(client, order, payment.character);
  } catch {
    if (isIdle() && isRemembered(payment)) forgetPayment();
  }
}

/** Resumes the payment that this tab had before a reload or a new login (rule payment-reload). */
export async function resumePayment(client: QueryClient, userId: string): Promise<void> {
  const payment = readPayment();
  if (!payment || !isIdle()) return;
  if (payment.userId !== userId) return forgetPayment();
  if (payment.closedAt !== undefined) return followClosedWindow(client, payment);
  await (payment.answer === null ? confirmSilently : confirmRememberedPayment)(client, payment);
}
