import type { Order } from '#/shared/api/types';
import { formatLocalDate } from '#/shared/format/format-local-time';
import { formatPrice } from '#/shared/format/format-price';
import { useDesktop } from '#/shared/hooks/use-desktop';
import { billingCycleText } from '../../model/payment-facts';
import { StatusChip } from './status-chip';

interface PaymentListProps {
  orders: readonly Order[];
  onOpen: (order: Order) => void;
}

interface PaymentProps {
  order: Order;
  onOpen: () => void;
}

/** The plan's name, and below it the name of the character that it unlocks. */
function PlanName({ order }: { order: Order }) {
  return (
    <>
      <span className="display t4">{order.plan_name}</span>
      {order.character_name !== null && (
        <span className="payments__character small muted">{order.character_name}</span>
      )}
    </>
  );
}

function DetailsButton({ order, onOpen }: PaymentProps) {
  const day = formatLocalDate(order.created_at);
  return (
    <button
      type="button"
      className="link payments__open"
      aria-label={`View Details of ${order.plan_name}, ${day}`}
      onClick={onOpen}
    >
      View Details
    </button>
  );
}

function PaymentRow({ order, onOpen }: PaymentProps) {
  return (
    <tr>
      <th scope="row">
        <PlanName order={order} />
      </th>
      <td>
        <StatusChip status={order.payment_status} />
      </td>
      <td>{formatLocalDate(order.created_at)}</td>
      <td className="payments__invoice">{order.invoice_number ?? 'None'}</td>
      <td>
        <span className="payments__cycle">{billingCycleText(order)}</span>
      </td>
      <td className="payments__amount">
        <span className="payments__sum">{formatPrice(order.amount, order.currency)}</span>
      </td>
      <td className="payments__last">
        <DetailsButton order={order} onOpen={onOpen} />
      </td>
    </tr>
  );
}

function PaymentBlock({ order, onOpen }: PaymentProps) {
  const day = formatLocalDate(order.created_at);
  return (
    <li className="payments__block">
      <div className="payments__pair">
        <div>
          <PlanName order={order} />
        </div>
        <span className="payments__sum">{formatPrice(order.amount, order.currency)}</span>
      </div>
      <div className="payments__chips">
        <StatusChip status={order.payment_status} />
        <span className="payments__cycle">{billingCycleText(order)}</span>
      </div>
      <div className="payments__pair">
        <span className="small muted">
          {order.invoice_number === null ? day : `${day}, ${order.invoice_number}`}
        </span>
        <DetailsButton order={order} onOpen={onOpen} />
      </div>
    </li>
  );
}

/** The payments: a table on wide screens, blocks on phones (rule account-payments). */
export function PaymentList({ orders, onOpen }: PaymentListProps) {
  const isDesktop = useDesktop();
  if (!isDesktop) {
    return (
      <ul className="payments__blocks num" aria-label="Payments">
        {orders.map((order) => (
          <PaymentBlock key={order.id} order={order} onOpen={() => onOpen(order)} />
        ))}
      </ul>
    );
  }
  return (
    <table className="payments__table num" aria-label="Payments">
      <thead>
        <tr>
          <th scope="col">Plan</th>
          <th scope="col">Status</th>
          <th scope="col">Date</th>
          <th scope="col">Invoice</th>
          <th scope="col">Billing cycle</th>
          <th scope="col" className="payments__amount">
            Amount
          </th>
          <td />
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <PaymentRow key={order.id} order={order} onOpen={() => onOpen(order)} />
        ))}
      </tbody>
    </table>
  );
}
