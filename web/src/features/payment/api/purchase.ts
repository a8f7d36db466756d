import { api, unwrap } from '#/shared/api/client';
import type { NewOrder, Order } from '#/shared/api/types';
import type { PaymentRequest } from '../model/payment-store';
import type { PaymentAnswer } from '../model/remembered-payment';

/*
 * The calls of a payment. They are plain functions, not mutations: a payment outlives the component
 * that starts it.
 */

export function createOrder({ planId, character }: PaymentRequest): Promise<NewOrder> {
  return unwrap(api.POST('/purchase', { body: { planId, characterId: character.slug } }));
}

/**
 * Verifies the answer of the payment window. Returns the order, which is pending while the provider has not
 * confirmed the payment.
 */
export async function verifyPayment(answer: PaymentAnswer): Promise<Order> {
  const body = await unwrap(api.POST('/purchase/verify', { body: { ...answer } }));
  return body ? body.data.userPlan : fetchOrder(answer.razorpay_order_id);
}

/** Pays an order in the sandbox. A failed payment has an empty signature. */
export function payInSandbox(
  orderId: string,
  outcome: 'success' | 'failure',
): Promise<PaymentAnswer> {
  return unwrap(api.POST('/purchase/sandbox', { body: { orderId, outcome } }));
}

export async function fetchOrder(orderId: string): Promise<Order> {
  const params = { path: { id: orderId } };
  return (await unwrap(api.GET('/purchase/order/{id}', { params }))).data;
}
