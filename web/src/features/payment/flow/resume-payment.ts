import type { QueryClient } from '@tanstack/react-query';
import { openLogin } from '#/features/auth';
import { toast } from '#/shared/ui/toast';
import { PaymentFailure } from '../model/payment-failure';
import { usePaymentStore } from '../model/payment-store';
import { forgetPayment, type RememberedPayment, readPayment } from '../model/remembered-payment';
import { completePayment } from './complete-payment';
import { confirmPayment } from './confirm-payment';
import { hidePending, showPending } from './pending-toast';

/** Requests about an order whose window was open when the page was reloaded: about two minutes. */
const maxSilentRequests = 10;

const isIdle = () => usePaymentStore.getState().running === null;

/** Nobody knows whether the payer has paid: says nothing unless the order turns out to be paid. */
function confirmSilently(payment: RememberedPayment) {
  const nothing = () => undefined;
  return confirmPayment(payment, {
    onPending: nothing,
    limit: maxSilentRequests,
    isWanted: isIdle,
  });
}

function confirmWithToast(payment: RememberedPayment) {
  const { planId, character } = payment;
  usePaymentStore.setState({ running: { planId, character } });
  return confirmPayment(payment, { onPending: showPending });
}

function showFailure(error: unknown): void {
  if (!(error instanceof PaymentFailure)) return;
  if (error.status === 401) openLogin();
  else forgetPayment();
  if (error.shown !== '') toast.error(error.shown);
}

/** Takes up the payment that this tab had before a reload or a new login (rule payment-reload). */
export async function resumePayment(client: QueryClient, userId: string): Promise<void> {
  const payment = readPayment();
  if (!payment || !isIdle()) return;
  if (payment.userId !== userId) return forgetPayment();
  const wasReported = payment.answer !== null;
  try {
    const order = await (wasReported ? confirmWithToast(payment) : confirmSilently(payment));
    if (readPayment()?.orderId !== payment.orderId) return;
    completePayment(client, order, payment.character);
  } catch (error) {
    if (wasReported) showFailure(error);
    else if (isIdle() && readPayment()?.orderId === payment.orderId) forgetPayment();
  } finally {
    if (wasReported) {
      hidePending();
      usePaymentStore.setState({ running: null });
    }
  }
}
