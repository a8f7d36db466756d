import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { countWithNoun } from '#/shared/format/format-count';
import { useFocusNewElement } from '#/shared/hooks/use-focus-new';
import { Button } from '#/shared/ui/button';
import { EmptyState } from '#/shared/ui/empty-state';
import { FailedRead } from '#/shared/ui/failed';
import { LazyOverlay } from '#/shared/ui/lazy-overlay';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';
import { paymentsQuery } from '../../api/payments-query';
import { HeadNote } from '../../components/head-note';
import type { PanelProps } from '../../sections';
import { texts } from '../../texts';
import { PaymentList } from './payment-list';
import '../../styles/payments.css';

const PaymentDialog = lazy(() =>
  import('./payment-dialog').then((m) => ({ default: m.PaymentDialog })),
);

/** Payment History (rule account-payments). */
export function PaymentsPanel({ user }: PanelProps) {
  const payments = useInfiniteQuery(paymentsQuery(user.id));
  const [openedId, setOpenedId] = useState('');
  const shownCount = payments.data?.pages.reduce((sum, page) => sum + page.data.length, 0) ?? 0;
  const { list, focusNext } = useFocusNewElement<HTMLDivElement>(shownCount, '.payments__open');
  const { data, isFetchNextPageError, isFetchingNextPage } = payments;
  if (data === undefined) {
    return payments.isError ? (
      <FailedRead
        size="panel"
        title={texts.paymentsUnread}
        busy={payments.isFetching}
        onRetry={() => void payments.refetch()}
      />
    ) : (
      <SkeletonRows rows={5} label="Loading payments" />
    );
  }
  const orders = data.pages.flatMap((page) => page.data);
  const order = orders.find(({ id }) => id === openedId);
  if (orders.length === 0) {
    return <EmptyState title="No payments found" help="You haven't made any payments yet." />;
  }
  return (
    <div className="payments" ref={list}>
      <HeadNote>{countWithNoun(data.pages[0]?.total ?? orders.length, 'transaction')}</HeadNote>
      <PaymentList orders={orders} onOpen={({ id }) => setOpenedId(id)} />
      {isFetchNextPageError ? (
        <FailedRead
          size="row"
          title={texts.morePaymentsUnread}
          busy={isFetchingNextPage}
          onRetry={() => void payments.fetchNextPage()}
        />
      ) : (
        payments.hasNextPage && (
          <Button
            look="line"
            busy={isFetchingNextPage}
            onClick={() => {
              focusNext();
              void payments.fetchNextPage();
            }}
          >
            Load more
          </Button>
        )
      )}
      {order && (
        <LazyOverlay onFail={() => setOpenedId('')}>
          <PaymentDialog user={user} order={order} onClose={() => setOpenedId('')} />
        </LazyOverlay>
      )}
    </div>
  );
}
