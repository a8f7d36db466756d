import { HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { useModalStore } from '#/features/auth';
import { createTestClient } from '#/shared/test/render-app';
import { refusal } from '#/shared/test/server';
import { toast } from '#/shared/ui/toast';
import { usePaymentStore } from '../model/payment-store';
import { readPayment, rememberPayment } from '../model/remembered-payment';
import {
  cleopatra,
  fakeOrder,
  fakePayment,
  fakePaymentAnswer,
  pendingOrder,
  verificationAnswer,
} from '../test/fake-payment';
import { resumePayment } from './resume-payment';

const payment = { planId: 2, character: cleopatra, userId: 'u1', orderId: 'order_1' } as const;
const successToast = vi.spyOn(toast, 'success');
const errorToast = vi.spyOn(toast, 'error');
const loadingToast = vi.spyOn(toast, 'loading');

/** Makes every timeout run at once. */
function skipPauses(): void {
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((run) => {
    queueMicrotask(run as () => void);
    return 0 as unknown as ReturnType<typeof setTimeout>;
  });
}

const resumeFor = (userId = 'u1') => resumePayment(createTestClient(), userId);

beforeEach(() => {
  vi.restoreAllMocks();
  for (const spy of [successToast, errorToast, loadingToast]) spy.mockReset();
  vi.spyOn(toast, 'success').mockImplementation(successToast);
  vi.spyOn(toast, 'error').mockImplementation(errorToast);
  vi.spyOn(toast, 'loading').mockImplementation(loadingToast);
  vi.spyOn(console, 'warn').mockReturnValue();
  usePaymentStore.setState({ runningRequest: null, window: null, paidOrder: null });
  useModalStore.setState({ modal: null });
});

// rule payment-reload
it('verifies what the window had reported before the reload', async () => {
  rememberPayment({ ...payment, answer: fakePaymentAnswer });
  const fake = fakePayment();
  await resumeFor();
  expect(fake.verificationBodies).toEqual([fakePaymentAnswer]);
  expect(usePaymentStore.getState()).toEqual({
    runningRequest: null,
    window: null,
    paidOrder: { order: fakeOrder(), character: cleopatra },
  });
  expect(successToast).toHaveBeenCalledWith('Payment successful!');
  expect(readPayment()).toBeNull();
});

// rule payment-pending
it('says that the payment is being confirmed, and opens what was bought without a press', async () => {
  rememberPayment({ ...payment, answer: fakePaymentAnswer });
  const fake = fakePayment({ answerVerification: () => verificationAnswer(pendingOrder(), 202) });
  fake.answerOrderReading = () => {
    expect(usePaymentStore.getState().runningRequest).toMatchObject({ planId: 2 });
    return HttpResponse.json({
      success: true,
      data: fake.orderReadCount < 3 ? pendingOrder() : fakeOrder(),
    });
  };
  skipPauses();
  await resumeFor();
  expect(loadingToast.mock.calls[0]?.[0]).toMatch(/^Your payment is being confirmed\./);
  expect(usePaymentStore.getState().paidOrder).not.toBeNull();
});

// rule payment-reload
it('finds a payment whose window was open, and says nothing before', async () => {
  rememberPayment({ ...payment, answer: null });
  const fake = fakePayment();
  fake.answerOrderReading = () =>
    HttpResponse.json({
      success: true,
      data: fake.orderReadCount < 4 ? pendingOrder() : fakeOrder(),
    });
  skipPauses();
  await resumeFor();
  expect(fake.verificationBodies).toEqual([]);
  expect(loadingToast).not.toHaveBeenCalled();
  expect(usePaymentStore.getState().paidOrder).not.toBeNull();
});

// rule payment-reload
it('forgets a window in which nobody paid', async () => {
  rememberPayment({ ...payment, answer: null });
  const fake = fakePayment({
    answerOrderReading: () => HttpResponse.json({ success: true, data: pendingOrder() }),
  });
  skipPauses();
  await resumeFor();
  expect(fake.orderReadCount).toBe(10);
  expect(errorToast).not.toHaveBeenCalled();
  expect(readPayment()).toBeNull();
});

it('leaves the order to a payment that was started meanwhile', async () => {
  rememberPayment({ ...payment, answer: null });
  const fake = fakePayment({
    answerOrderReading: () => {
      usePaymentStore.setState({ runningRequest: { planId: 2, character: cleopatra } });
      return HttpResponse.json({ success: true, data: pendingOrder() });
    },
  });
  skipPauses();
  await resumeFor();
  expect(fake.orderReadCount).toBe(1);
  expect(readPayment()).not.toBeNull();
  expect(errorToast).not.toHaveBeenCalled();
});

// rule payment-reload
it('forgets the payment of another user', async () => {
  rememberPayment({ ...payment, answer: fakePaymentAnswer });
  const fake = fakePayment();
  await resumeFor('u2');
  expect(fake.verificationBodies).toEqual([]);
  expect(readPayment()).toBeNull();
});

it('shows a failure', async () => {
  rememberPayment({ ...payment, answer: fakePaymentAnswer });
  fakePayment({ answerVerification: () => refusal(400, 'Payment verification failed') });
  await resumeFor();
  expect(errorToast).toHaveBeenCalledWith('Payment failed or cancelled.');
  expect(usePaymentStore.getState().runningRequest).toBeNull();
  expect(readPayment()).toBeNull();
});

it('keeps the payment while the login has ended', async () => {
  rememberPayment({ ...payment, answer: fakePaymentAnswer });
  fakePayment({ answerVerification: () => refusal(401, 'x') });
  await resumeFor();
  expect(useModalStore.getState().modal).toBe('login');
  expect(readPayment()).not.toBeNull();
});

it.each(['null', '{', '[]', '{"planId":3}', '{"planId":1,"character":{},"answer":null}'])(
  'ignores %s in the storage of the tab',
  async (text) => {
    sessionStorage.setItem('payment', text);
    const fake = fakePayment();
    await resumeFor();
    expect(fake.orderReadCount + fake.verificationBodies.length).toBe(0);
  },
);
