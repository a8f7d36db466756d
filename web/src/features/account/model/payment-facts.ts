import type { Order } from '#/shared/api/types';
import { formatLocalDate, formatLocalTime } from '#/shared/format/format-local-time';
import { formatPrice } from '#/shared/format/format-price';
import { sentenceCase } from './payment-status';

type Fact = readonly [name: string, value: string];

/** The billing cycle in words; 'N/A' if the plan has none. */
export function billingCycleText({ plan_details }: Pick<Order, 'plan_details'>): string {
  return sentenceCase(plan_details.billing_cycle) || 'N/A';
}

/** The amount that can still be refunded, with its currency. */
export function refundableAmount(order: Order): string {
  const unrefundedAmount = Number(order.amount) - Number(order.refunded);
  return formatPrice(unrefundedAmount.toFixed(2), order.currency);
}

/** The facts of an order that its dialog lists (rule account-payment-details). */
export function paymentFacts(order: Order): Fact[] {
  const { discount_percentage: discount } = order.plan_details;
  const characterSuffix = order.character_name === null ? '' : ` (${order.character_name})`;
  const createdText = formatLocalTime(order.created_at);
  const updatedText = formatLocalTime(order.updated_at);
  const facts: (Fact | null)[] = [
    ['Access', sentenceCase(order.status)],
    ['Billing cycle', billingCycleText(order)],
    discount ? ['Discount', `${discount}% OFF`] : null,
    order.character_id === null
      ? null
      : ['Character ID', `${order.character_id}${characterSuffix}`],
    ['Order ID', order.order_id],
    ['Payment ID', order.payment_id ?? 'None'],
    ['Invoice number', order.invoice_number ?? 'None'],
    Number(order.refunded) > 0 ? ['Refunded', formatPrice(order.refunded, order.currency)] : null,
    ['Created', createdText],
    updatedText === createdText ? null : ['Last updated', updatedText],
    order.expiry_at === null ? null : ['Expires', formatLocalDate(order.expiry_at)],
  ];
  return facts.filter((fact) => fact !== null);
}
