import { readTabJson, removeFromTab, writeTabJson } from '#/shared/browser/storage';
import { isRecord } from '#/shared/lib/is-record';
import type { PayableCharacter, PaymentRequest } from './payment-store';

/** What a payment window gives to the page after a payment. */
export interface PaymentAnswer {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
}

/**
 * A payment of this tab that is neither confirmed nor refused. It is resumed after a reload (rule
 * payment-reload).
 */
export interface RememberedPayment extends PaymentRequest {
  userId: string;
  orderId: string;
  /** Null until the window has reported a payment. */
  answer: PaymentAnswer | null;
  /** When the payer closed the window, in ms; undefined if that has not happened. */
  closedAt?: number;
}

function hasTextFields<Key extends string>(
  value: unknown,
  keys: readonly Key[],
): value is Record<Key, string> {
  return isRecord(value) && keys.every((key) => typeof value[key] === 'string');
}

/** Reads what a payment window reports; null if it has another shape. */
export function readPaymentAnswer(value: unknown): PaymentAnswer | null {
  const keys = ['razorpay_order_id', 'razorpay_payment_id', 'razorpay_signature'] as const;
  return hasTextFields(value, keys) ? value : null;
}

function isCharacter(value: unknown): value is PayableCharacter {
  return hasTextFields(value, ['slug', 'name', 'profile_pic', 'coin_url', 'category']);
}

function isRememberedPayment(value: unknown): value is RememberedPayment {
  if (!isRecord(value)) return false;
  const { planId, character, answer, closedAt } = value;
  return (
    (planId === 1 || planId === 2) &&
    isCharacter(character) &&
    (closedAt === undefined || typeof closedAt === 'number') &&
    (answer === null || readPaymentAnswer(answer) !== null) &&
    hasTextFields(value, ['userId', 'orderId'])
  );
}

export const readPayment = (): RememberedPayment | null =>
  readTabJson('payment', isRememberedPayment);

export function rememberPayment({ character, ...payment }: RememberedPayment): void {
  const { slug, name, profile_pic, coin_url, category } = character;
  writeTabJson('payment', {
    ...payment,
    character: { slug, name, profile_pic, coin_url, category },
  });
}

export const forgetPayment = (): void => removeFromTab('payment');
