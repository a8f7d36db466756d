import type { QueryClient } from '@tanstack/react-query';
import { openLogin } from '#/features/auth';
import { toast } from '#/shared/ui/toast';
import { PaymentFailure } from '../model/payment-failure';
import { usePaymentStore } from '../model/payment-store';
import { forgetPayment, type RememberedPayment, readPayment } from '../model/remembered-payment';
import { completePayment } from './complete-payment';
import { confirmPayment } from './confirm-payment';
import { hidePendingToast, showPendingToast } from './pending-toast';

// rule payment-verify-flow
function showFailure(error: unknown): void {
  if (!(error instanceof PaymentFailure)) return;
  if (error.status === 401) openLogin();
  else forgetPayment();
  if (error.toastText !== '') toast.error(error.toastText);
}

/** Confirms a remembered payment and shows the outcome. Meanwhile no other payment can start. */
export async function confirmRememberedPayment(
  client: QueryClient,
  payment: RememberedPayment,
): Promise<void> {
  const { planId, character, orderId } = payment;
  usePaymentStore.setState({ runningRequest: { planId, character } });
  try {
    const order = await confirmPayment(payment, { onPending: showPendingToast });
    if (readPayment()?.orderId === orderId) completePayment(client, order, character);
  } catch (error) {
    showFailure(error);
  } finally {
    hidePendingToast();
    usePaymentStore.setState({ runningRequest: null });
  }
}
