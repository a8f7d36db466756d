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
// No component observes the user here.
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
const said = { error: vi.fn(), loading: vi.fn() };

const answerWith = (order: Order) => () => HttpResponse.json({ success: true, data: order });

function setHidden(isHidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  document.dispatchEvent(new Event('visibilitychange'));
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Waits until the check passes. `vi.waitFor` would advance the clock. */
async function until(check: () => void): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    try {
      return check();
    } catch {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  check();
}

function follow(over: Partial<RememberedPayment> = {}) {
  const fake = fakePayment({ read: answerWith(pendingOrder()) });
  rememberPayment({ ...payment, ...over });
  followClosedWindow(client, { ...payment, ...over });
  return fake;
}

beforeEach(() => {
  // A follower of the test before finds nothing to follow.
  forgetPayment();
  setHidden(false);
  vi.useFakeTimers({ now, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  client.setQueryData(sharedKeys.me, user);
  usePaymentStore.setState({ running: null, window: null, details: null });
  for (const spy of Object.values(said)) spy.mockReset();
  vi.spyOn(toast, 'error').mockImplementation(said.error);
  vi.spyOn(toast, 'loading').mockImplementation(said.loading);
});

// rule payment-closed-window
it('looks at the order after 3, 11 and 31 s, and says nothing', async () => {
  const fake = follow();
  for (const [ms, reads] of [
    [2999, 0],
    [1, 1],
    [7999, 1],
    [1, 2],
    [20_000, 3],
    [600_000, 3],
  ] as const) {
    await pass(ms);
    await until(() => expect(fake.reads).toBe(reads));
  }
  expect(said.error).not.toHaveBeenCalled();
  expect(said.loading).not.toHaveBeenCalled();
  expect(usePaymentStore.getState().details).toBeNull();
});

// rule payment-closed-window
it('looks once more each time the page becomes visible, for half an hour', async () => {
  const fake = follow();
  await pass(60_000);
  await until(() => expect(fake.reads).toBe(3));
  setHidden(true);
  await pass(60_000);
  expect(fake.reads).toBe(3);
  setHidden(false);
  await until(() => expect(fake.reads).toBe(4));
  await pass(30 * 60_000);
  setHidden(false);
  await pass(100);
  expect(fake.reads).toBe(4);
  expect(readPayment()).toBeNull();
});

// rule payment-closed-window
it('opens what was bought once the bank has confirmed it', async () => {
  const fake = follow();
  fake.read = answerWith(fakeOrder());
  await pass(3000);
  await until(() =>
    expect(usePaymentStore.getState().details).toEqual({
      order: fakeOrder(),
      character: cleopatra,
    }),
  );
  expect(readPayment()).toBeNull();
  await pass(60_000);
  expect(fake.reads).toBe(1);
});

// rule payment-closed-window
it('says that the payment is being confirmed while the money is reserved', async () => {
  const fake = follow();
  const reserved = fakeOrder({ status: 'pending', payment_status: 'authorized' });
  fake.read = answerWith(reserved);
  await pass(3000);
  await until(() => expect(said.loading).toHaveBeenCalledTimes(1));
  expect(usePaymentStore.getState().running).toEqual({ planId: 2, character: cleopatra });
  fake.read = answerWith(fakeOrder());
  await pass(1000);
  await until(() => expect(usePaymentStore.getState().details).not.toBeNull());
  expect(said.error).not.toHaveBeenCalled();
});

it('goes on after an answer that says nothing', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const fake = follow();
  fake.read = () => refusal(503, 'x');
  await pass(3000);
  await until(() => expect(fake.reads).toBe(1));
  fake.read = answerWith(fakeOrder({ status: 'failed', payment_status: 'failed' }));
  await pass(8000);
  await until(() => expect(fake.reads).toBe(2));
  expect(said.error).not.toHaveBeenCalled();
  expect(usePaymentStore.getState().details).toBeNull();
});

it.each([
  ['another payment runs', () => usePaymentStore.setState({ running: payment })],
  ['another window was closed', () => rememberPayment({ ...payment, closedAt: now + 1 })],
  ['another user has signed in', () => client.setQueryData(sharedKeys.me, fakeUser({ id: 'u9' }))],
  ['the payment is forgotten', forgetPayment],
])('ends when %s', async (_, change) => {
  const fake = follow();
  change();
  await pass(60_000);
  expect(fake.reads).toBe(0);
});

// rule payment-closed-window
it('looks at once after a reload, and later as before it', async () => {
  const fake = follow({ closedAt: now - 5000 });
  await until(() => expect(fake.reads).toBe(1));
  await pass(6000);
  await until(() => expect(fake.reads).toBe(2));
  await pass(60_000);
  await until(() => expect(fake.reads).toBe(3));
});
