import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { accountKeys } from './keys';

/** Payments per page (rule account-payments). */
const pageSize = 20;

/** The user's payments, the latest first. */
export function paymentsQuery(userId: string) {
  return infiniteQueryOptions({
    queryKey: accountKeys.payments(userId),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET('/purchase/orders', {
          params: { query: { limit: pageSize, ...(pageParam !== '' && { cursor: pageParam }) } },
          signal,
        }),
      ),
    getNextPageParam: (last) => last.nextCursor || undefined,
    // The payment provider can change payments at any time.
    staleTime: 0,
  });
}
