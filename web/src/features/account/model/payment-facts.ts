import type { Order } from '#/shared/api/types';
import { formatLocalDate, formatLocalTime } from '#/shared/format/format-local-time';
import { formatPrice } from '#/shared/format/format-price';
import { capitalWords } from './payment-status';

type Fact = readonly [name: string, value: string];

/** The billing cycle in words, 'N/A' without one. */
export function cycleOf({ plan_details }: Pick<Order, 'plan_details'>): string {
  return capitalWords(plan_details.billing_cycle) || 'N/A';
}

/** What is left to refund, formatted. */
export function refundableAmount(order: Order): string {
  const left = Number(order.amount) - Number(order.refunded);
  return formatPrice(left.toFixed(2), order.currency);
}

/** The facts of an order that its dialog lists (rule account-payment-details). */
export function paymentFacts(order: Order): Fact[] {
  const { discount_percentage: discount } = order.plan_details;
  const character = order.character_name === null ? '' : ` (${order.character_name})`;
  const created = formatLocalTime(order.created_at);
  const updated = formatLocalTime(order.updated_at);
  const facts: (Fact | null)[] = [
    ['Access', capitalWords(order.status)],
    ['Billing cycle', cycleOf(order)],
    discount ? ['Discount', `${discount}% OFF`] : null,
    order.character_id === null ? null : ['Character ID', `${order.character_id}${character}`],
    ['Order ID', order.order_id],
    ['Payment ID', order.payment_id ?? 'None'],
    ['Invoice number', order.invoice_number ?? 'None'],
    Number(order.refunded) > 0 ? ['Refunded', formatPrice(order.refunded, order.currency)] : null,
    ['Created', created],
    updated === created ? null : ['Last updated', updated],
    order.expiry_at === null ? null : ['Expires', formatLocalDate(order.expiry_at)],
  ];
  return facts.filter((fact) => fact !== null);
}
