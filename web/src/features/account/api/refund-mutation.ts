import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { loginAgain, notifyTabs } from '#/features/auth';
import { api, unwrap } from '#/shared/api/client';
import { ApiError } from '#/shared/api/errors';
import type { Order, OrderPage } from '#/shared/api/types';
import { toast } from '#/shared/ui/toast';
import { texts } from '../texts';
import { paymentsQuery } from './payments-query';

interface RefundRequest {
  orderId: string;
  reason: string;
}

/** The pages of a list with one order replaced. */
function withOrder(list: InfiniteData<OrderPage> | undefined, order: Order) {
  return (
    list && {
      ...list,
      pages: list.pages.map((page) => ({
        ...page,
        data: page.data.map((one) => (one.id === order.id ? order : one)),
      })),
    }
  );
}

/**
 * Asks for the money of an order back. Afterwards everything that may show a lock is fetched again, in
 * all tabs (rule account-payment-refund). The caller shows a refusal. After an ended login the user has
 * to press again.
 */
export function useRefund(userId: string, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (request: RefundRequest) =>
      (await unwrap(api.POST('/purchase/refund', { body: { ...request } }))).data,
    onSuccess: (order) => {
      client.setQueryData(paymentsQuery(userId).queryKey, (list) => withOrder(list, order));
      onDone();
      toast.success(texts.refunded);
    },
    onError: (error) => void loginAgain(error, () => undefined),
    // Also after a failure: the refund may have been made before the answer was lost.
    onSettled: (_, error) => {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) return;
      void client.invalidateQueries();
      notifyTabs('changed');
    },
  });
}
