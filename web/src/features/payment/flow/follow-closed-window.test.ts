import { HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { sharedKeys } from '#/shared/api/keys';
import type { Order } from '#/shared/api/types';
import { fakeUser } from '#/shared/test/fakes';
import { createTestClient } from '#/shared/test/render-app';
import { refusal } from '#/shared/test/server';
import { toast } from '#/shared/ui/toast';
import { usePaymentStore } from '../model/payment-store';
import {
  forgetPayment,
  type RememberedPayment,
  readPayment,
  rememberPayment,
} from '../model/remembered-payment';
import { cleopatra, fakeOrder, fakePayment, pendingOrder } from '../test/fake-payment';
import { followClosedWindow } from './follow-closed-window';

const client = createTestClient();
// Keeps the user in the cache, although no component observes it.
client.setQueryDefaults(sharedKeys.me, { gcTime: Number.POSITIVE_INFINITY });
const user = fakeUser();
const now = Date.UTC(2026, 10, 24, 12);
const payment: RememberedPayment = {
  planId: 2,
  character: cleopatra,
  userId: user.id,
  orderId: 'order_1',
  answer: null,
  closedAt: now,
};
const toastSpies = { error: vi.fn(), loading: vi.fn() };

const answerWith = (order: Order) => () => HttpResponse.json({ success: true, data: order });

function setPageHidden(isHidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  document.dispatchEvent(new Event('visibilitychange'));
}

const advanceTime = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Waits until the check passes. `vi.waitFor` would advance the clock. */
async function waitUntil(check: () => void): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    try {
      return check();
    } catch {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  check();
}

function followFakeClosedWindow(over: Partial<RememberedPayment> = {}) {
  const fake = fakePayment({ answerOrderReading: answerWith(pendingOrder()) });
  rememberPayment({ ...payment, ...over });
  followClosedWindow(client, { ...payment, ...over });
  return fake;
}

beforeEach(() => {
  // `setPageHidden` fires visibilitychange. The follower that the previous test started then finds no remembered
  // payment and stops.
  forgetPayment();
  setPageHidden(false);
  vi.useFakeTimers({ now, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  client.setQueryData(sharedKeys.me, user);
  usePaymentStore.setState({ runningRequest: null, window: null, paidOrder: null });
  for (const spy of Object.values(toastSpies)) spy.mockReset();
  vi.spyOn(toast, 'error').mockImplementation(toastSpies.error);
  vi.spyOn(toast, 'loading').mockImplementation(toastSpies.loading);
});

// rule payment-closed-window
it('looks at the order after 3, 11 and 31 s, and says nothing', async () => {
  const fake = followFakeClosedWindow();
  for (const [ms, reads] of [
    [2999, 0],
    [1, 1],
    [7999, 1],
    [1, 2],
    [20_000, 3],
    [600_000, 3],
  ] as const) {
    await advanceTime(ms);
    await waitUntil(() => expect(fake.orderReadCount).toBe(reads));
  }
  expect(toastSpies.error).not.toHaveBeenCalled();
  expect(toastSpies.loading).not.toHaveBeenCalled();
  expect(usePaymentStore.getState().paidOrder).toBeNull();
});

// rule payment-closed-window
it('looks once more each time the page becomes visible, for half an hour', async () => {
  const fake = followFakeClosedWindow();
  await advanceTime(60_000);
  await waitUntil(() => expect(fake.orderReadCount).toBe(3));
  setPageHidden(true);
  await advanceTime(60_000);
  expect(fake.orderReadCount).toBe(3);
  setPageHidden(false);
  await waitUntil(() => expect(fake.orderReadCount).toBe(4));
  await advanceTime(30 * 60_000);
  setPageHidden(false);
  await advanceTime(100);
  expect(fake.orderReadCount).toBe(4);
  expect(readPayment()).toBeNull();
});

// rule payment-closed-window
it('opens what was bought once the bank has confirmed it', async () => {
  const fake = followFakeClosedWindow();
  fake.answerOrderReading = answerWith(fakeOrder());
  await advanceTime(3000);
  await waitUntil(() =>
    expect(usePaymentStore.getState().paidOrder).toEqual({
      order: fakeOrder(),
      character: cleopatra,
    }),
  );
  expect(readPayment()).toBeNull();
  await advanceTime(60_000);
  expect(fake.orderReadCount).toBe(1);
});

// rule payment-closed-window
it('says that the payment is being confirmed while the money is reserved', async () => {
  const fake = followFakeClosedWindow();
  const reservedOrder = fakeOrder({ status: 'pending', payment_status: 'authorized' });
  fake.answerOrderReading = answerWith(reservedOrder);
  await advanceTime(3000);
  await waitUntil(() => expect(toastSpies.loading).toHaveBeenCalledTimes(1));
  expect(usePaymentStore.getState().runningRequest).toEqual({ planId: 2, character: cleopatra });
  fake.answerOrderReading = answerWith(fakeOrder());
  await advanceTime(1000);
  await waitUntil(() => expect(usePaymentStore.getState().paidOrder).not.toBeNull());
  expect(toastSpies.error).not.toHaveBeenCalled();
});

it('goes on after an answer that says nothing', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const fake = followFakeClosedWindow();
  fake.answerOrderReading = () => refusal(503, 'x');
  await advanceTime(3000);
  await waitUntil(() => expect(fake.orderReadCount).toBe(1));
  fake.answerOrderReading = answerWith(fakeOrder({ status: 'failed', payment_status: 'failed' }));
  await advanceTime(8000);
  await waitUntil(() => expect(fake.orderReadCount).toBe(2));
  expect(toastSpies.error).not.toHaveBeenCalled();
  expect(usePaymentStore.getState().paidOrder).toBeNull();
});

it.each([
  ['another payment runs', () => usePaymentStore.setState({ runningRequest: payment })],
  ['another window was closed', () => rememberPayment({ ...payment, closedAt: now + 1 })],
  ['another user has signed in', () => client.setQueryData(sharedKeys.me, fakeUser({ id: 'u9' }))],
  ['the payment is forgotten', forgetPayment],
])('ends when %s', async (_, change) => {
  const fake = followFakeClosedWindow();
  change();
  await advanceTime(60_000);
  expect(fake.orderReadCount).toBe(0);
});

// rule payment-closed-window
it('looks at once after a reload, and later as before it', async () => {
  const fake = followFakeClosedWindow({ closedAt: now - 5000 });
  await waitUntil(() => expect(fake.orderReadCount).toBe(1));
  await advanceTime(6000);
  await waitUntil(() => expect(fake.orderReadCount).toBe(2));
  await advanceTime(60_000);
  await waitUntil(() => expect(fake.orderReadCount).toBe(3));
});
