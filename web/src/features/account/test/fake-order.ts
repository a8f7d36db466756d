import type { Order } from '#/shared/api/types';

/** A paid order of one character. */
export function fakeOrder(id: string, over: Partial<Order> = {}): Order {
  return {
    id,
    plan_id: 1,
    plan_name: 'Unlock Character',
    amount: '1.00',
    currency: 'USD',
    payment_status: 'paid',
    status: 'active',
    order_id: `order_${id}`,
    payment_id: `pay_${id}`,
    invoice_number: 'COL-2026-000123',
    character_id: 21,
    character_name: 'Cleopatra VII',
    refunded: '0.00',
    created_at: '2025-03-14T12:00:00Z',
    updated_at: '2025-03-14T12:00:00Z',
    expiry_at: '2025-04-13T12:00:00Z',
    refund_until: null,
    plan_details: { billing_cycle: 'monthly', description: 'A month.' },
    ...over,
  };
}
