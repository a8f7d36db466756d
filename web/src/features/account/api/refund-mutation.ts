import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { notifyTabs, reopenLogin } from '#/features/auth';
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

/** Returns the list in which `order` replaces the order with the same id. */
function withReplacedOrder(list: InfiniteData<OrderPage> | undefined, order: Order) {
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
 * Requests the refund of an order. After a refund, all tabs refetch everything that may show a lock
 * (rule account-payment-refund). If the server refuses the refund, the caller shows why. If the login has
 * expired, the user logs in and has to press the button again.
 */
export function useRequestRefund(userId: string, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (request: RefundRequest) =>
      (await unwrap(api.POST('/purchase/refund', { body: { ...request } }))).data,
    onSuccess: (order) => {
      client.setQueryData(paymentsQuery(userId).queryKey, (list) => withReplacedOrder(list, order));
      onDone();
      toast.success(texts.refunded);
    },
    onError: (error) => void reopenLogin(error, () => undefined),
    // The lists are fetched again also after a lost answer or a server error: the refund may have been made.
    onSettled: (_, error) => {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) return;
      void client.invalidateQueries();
      notifyTabs('changed');
    },
  });
}
