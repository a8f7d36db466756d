import { HttpResponse, http } from 'msw';
import type { NewOrder, Order } from '#/shared/api/types';
import { server } from '#/shared/test/server';
import type { PayableCharacter } from '../model/payment-store';

export const cleopatra: PayableCharacter = {
  slug: 'cleopatra',
  name: 'Cleopatra VII',
  profile_pic: '/portraits/cleopatra-plate.webp',
  coin_url: '/portraits/cleopatra-coin.webp',
  category: 'Royalty',
};

const fakePlans = {
  '1': { plan_name: 'Unlock Character', amount: '1.00', sub_title: 'One character, thirty days.' },
  '2': { plan_name: 'Unlock Full Access', amount: '24.00', sub_title: 'Every character, one key.' },
};

export function fakeOrder(over: Partial<Order> = {}): Order {
  return {
    id: 'o1',
    plan_id: 2,
    plan_name: 'Unlock Full Access',
    amount: '24.00',
    currency: 'USD',
    payment_status: 'paid',
    status: 'active',
    order_id: 'order_1',
    payment_id: 'pay_1',
    invoice_number: 'COL-2026-000001',
    character_id: null,
    character_name: null,
    refunded: '0.00',
    created_at: '2026-03-14T10:00:00Z',
    updated_at: '2026-03-14T10:00:00Z',
    expiry_at: '2027-03-14T10:00:00Z',
    refund_until: null,
    plan_details: { billing_cycle: 'yearly', description: 'All characters for a year.' },
    ...over,
  };
}

export const pendingOrder = () => fakeOrder({ status: 'pending', payment_status: 'pending' });

/** What the payment window reports of a payment of `fakeOrder`. */
export const fakePaymentAnswer = {
  razorpay_order_id: 'order_1',
  razorpay_payment_id: 'pay_1',
  razorpay_signature: 'signed',
};

type Answer = () => Response | Promise<Response>;

/** The answers of the calls of payment. Tests may replace them at any time. */
export interface FakePayment {
  answerPlan: (id: '1' | '2') => Response;
  answerOrderCreation: Answer;
  answerSandboxPayment: Answer;
  answerVerification: Answer;
  answerOrderReading: Answer;
  /** Bodies of the calls that make an order. */
  orderBodies: unknown[];
  /** Bodies of the calls that pay in the sandbox. */
  sandboxBodies: unknown[];
  /** Bodies of the calls that verify a payment. */
  verificationBodies: unknown[];
  /** How often an order was read. */
  orderReadCount: number;
}

export const verificationAnswer = (order: Order, status = 200) =>
  HttpResponse.json({ success: order.status === 'active', data: { userPlan: order } }, { status });

/** A server whose payment provider is the sandbox. */
export function fakePayment(over: Partial<FakePayment> = {}): FakePayment {
  const newOrder: NewOrder = {
    orderId: 'order_1',
    amount: '24.00',
    amount_minor: 2400,
    currency: 'USD',
    keyId: 'key_test',
    provider: 'sandbox',
  };
  const state: FakePayment = {
    answerPlan: (id) => {
      const { sub_title, ...plan } = fakePlans[id];
      const meta_data = JSON.stringify({
        title: 'The whole room',
        sub_title,
        description: 'All characters for a year.',
        sub_description: 'One payment.',
      });
      const data = { id: Number(id), currency: 'USD', is_free: false, expiry_at: null };
      return HttpResponse.json({ data: { ...data, ...plan, meta_data } });
    },
    answerOrderCreation: () => HttpResponse.json(newOrder, { status: 201 }),
    answerSandboxPayment: () => HttpResponse.json(fakePaymentAnswer),
    answerVerification: () => verificationAnswer(fakeOrder()),
    answerOrderReading: () => HttpResponse.json({ success: true, data: fakeOrder() }),
    orderBodies: [],
    sandboxBodies: [],
    verificationBodies: [],
    orderReadCount: 0,
    ...over,
  };
  server.use(
    http.get('*/api/admin/plans/:id', ({ params }) => state.answerPlan(params['id'] as '1' | '2')),
    http.post('*/api/purchase', async ({ request }) => {
      state.orderBodies.push(await request.json());
      return state.answerOrderCreation();
    }),
    http.post('*/api/purchase/sandbox', async ({ request }) => {
      state.sandboxBodies.push(await request.json());
      return state.answerSandboxPayment();
    }),
    http.post('*/api/purchase/verify', async ({ request }) => {
      state.verificationBodies.push(await request.json());
      return state.answerVerification();
    }),
    http.get('*/api/purchase/order/:id', () => {
      state.orderReadCount += 1;
      return state.answerOrderReading();
    }),
  );
  return state;
}
