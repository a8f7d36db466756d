import type { QueryClient } from '@tanstack/react-query';
import { sharedKeys } from '#/shared/api/keys';
import type { User } from '#/shared/api/types';
import { fetchOrder } from '../api/purchase';
import { usePaymentStore } from '../model/payment-store';
import { forgetPayment, type RememberedPayment, readPayment } from '../model/remembered-payment';
import { completePayment } from './complete-payment';
import { confirmRememberedPayment } from './confirm-remembered';

/** Times (ms) after the window was closed at which the app looks at the order (rule payment-closed-window). */
const checkTimesMs = [3000, 11_000, 31_000];

/** For this time (ms) after the window was closed, the app looks at the order whenever the page becomes visible. */
const followTimeMs = 30 * 60_000;

/** True while the tab remembers this payment, runs no other one, and has the same user. */
function mayFollowPayment(client: QueryClient, { orderId, userId, closedAt }: RememberedPayment) {
  const rememberedPayment = readPayment();
  return (
    usePaymentStore.getState().runningRequest === null &&
    rememberedPayment?.orderId === orderId &&
    rememberedPayment.closedAt === closedAt &&
    client.getQueryData<User | null>(sharedKeys.me)?.id === userId
  );
}

/**
 * Looks at the order of a closed payment window: the bank may confirm the payment later (rule
 * payment-closed-window). It shows nothing before the money is reserved or taken.
 */
export function followClosedWindow(client: QueryClient, payment: RememberedPayment): void {
  const { closedAt = 0, orderId, character } = payment;
  const abortController = new AbortController();
  const timers: ReturnType<typeof setTimeout>[] = [];
  const stop = () => {
    abortController.abort();
    for (const timer of timers) clearTimeout(timer);
  };
  let isAsking = false;
  const fetchAndComplete = async () => {
    const order = await fetchOrder(orderId).catch(() => null);
    if (!order || !mayFollowPayment(client, payment)) return;
    if (order.status === 'active') {
      stop();
      completePayment(client, order, character);
    } else if (order.payment_status === 'authorized') {
      stop();
      void confirmRememberedPayment(client, payment);
    }
  };
  const checkOrder = async () => {
    if (!mayFollowPayment(client, payment)) return stop();
    if (Date.now() >= closedAt + followTimeMs) {
      forgetPayment();
      return stop();
    }
    if (isAsking || document.hidden) return;
    isAsking = true;
    await fetchAndComplete();
    isAsking = false;
  };
  const { signal } = abortController;
  document.addEventListener('visibilitychange', () => void checkOrder(), { signal });
  const checkDelaysMs = checkTimesMs.map((ms) => closedAt + ms - Date.now());
  for (const delayMs of checkDelaysMs)
    if (delayMs > 0) timers.push(setTimeout(() => void checkOrder(), delayMs));
  // After a reload one of `checkTimesMs` may be past: look at the order now.
  if (checkDelaysMs.some((delayMs) => delayMs <= 0)) void checkOrder();
}
