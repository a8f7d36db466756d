import type { QueryClient } from '@tanstack/react-query';
import { openLogin } from '#/features/auth';
import { toast } from '#/shared/ui/toast';
import { PaymentFailure } from '../model/payment-failure';
import { usePaymentStore } from '../model/payment-store';
import { forgetPayment, type RememberedPayment, readPayment } from '../model/remembered-payment';
import { completePayment } from './complete-payment';
import { confirmPayment } from './confirm-payment';
import { hidePending, showPending } from './pending-toast';

function showFailure(error: unknown): void {
  if (!(error instanceof PaymentFailure)) return;
  if (error.status === 401) openLogin();
  else forgetPayment();
  if (error.shown !== '') toast.error(error.shown);
}

/** Confirms a payment that was made, and shows how it ends. Meanwhile no other one can start. */
export async function confirmRemembered(
  client: QueryClient,
  payment: RememberedPayment,
): Promise<void> {
  const { planId, character, orderId } = payment;
  usePaymentStore.setState({ running: { planId, character } });
  try {
    const order = await confirmPayment(payment, { onPending: showPending });
    if (readPayment()?.orderId === orderId) completePayment(client, order, character);
  } catch (error) {
    showFailure(error);
  } finally {
    hidePending();
    usePaymentStore.setState({ running: null });
  }
}
