import type { QueryClient } from '@tanstack/react-query';
import { notifyTabs } from '#/features/auth';
import type { Order } from '#/shared/api/types';
import { toast } from '#/shared/ui/toast';
import { type PayableCharacter, usePaymentStore } from '../model/payment-store';
import { forgetPayment } from '../model/remembered-payment';
import { texts } from '../texts';

/** In all tabs, refetches the user and everything that may show a lock (rule payment-refresh). */
export function refreshAccess(client: QueryClient): void {
  void client.invalidateQueries();
  notifyTabs('changed');
}

/**
 * Completes a verified payment: removes it from the tab's storage, refetches what it unlocks, and opens the
 * payment-success modal (rule payment-flow).
 */
export function completePayment(
  client: QueryClient,
  order: Order,
  character: PayableCharacter,
): void {
  forgetPayment();
  refreshAccess(client);
  usePaymentStore.setState({ runningRequest: null, window: null, paidOrder: { order, character } });
  toast.success(texts.done);
}
