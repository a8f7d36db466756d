import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { refusal } from '#/shared/test/server';
import { PaymentFailure } from '../model/payment-failure';
import {
  forgetPayment,
  type RememberedPayment,
  rememberPayment,
} from '../model/remembered-payment';
import {
  cleopatra,
  fakeOrder,
  fakePayment,
  fakePaymentAnswer,
  pendingOrder,
  verificationAnswer,
} from '../test/fake-payment';
import { confirmPayment } from './confirm-payment';

const payment: RememberedPayment = {
  planId: 2,
  character: cleopatra,
  userId: 'u1',
  orderId: 'order_1',
  answer: fakePaymentAnswer,
};

const onPending = vi.fn();
const delays: number[] = [];
const wait = async (ms: number) => void delays.push(ms);
const confirmWith = (over: Partial<RememberedPayment> = {}) =>
  confirmPayment({ ...payment, ...over }, { onPending, wait });

beforeEach(() => {
  onPending.mockReset();
  delays.length = 0;
  rememberPayment(payment);
});

describe('a payment', () => {
  it('that is verified at once is not pending', async () => {
    fakePayment();
    expect(await confirmWith()).toEqual(fakeOrder());
    expect(onPending).not.toHaveBeenCalled();
    expect(delays).toEqual([]);
  });

  // rule payment-pending
  it('is polled with growing delays until there is a verdict', async () => {
    const fake = fakePayment({ answerVerification: () => verificationAnswer(pendingOrder(), 202) });
    fake.answerOrderReading = () =>
      HttpResponse.json({
        success: true,
        data: fake.orderReadCount < 11 ? pendingOrder() : fakeOrder(),
      });
    expect(await confirmWith()).toEqual(fakeOrder());
    expect(fake.verificationBodies).toHaveLength(1);
    expect(onPending).toHaveBeenCalledTimes(1);
    expect(delays).toEqual([
      1000, 2000, 3000, 5000, 8000, 13_000, 21_000, 30_000, 60_000, 60_000, 60_000,
    ]);
  });

  // rule payment-pending
  it('is verified again until the server has answered: the money may have been taken', async () => {
    const answers = [
      HttpResponse.error(),
      refusal(503, 'x'),
      refusal(429, 'x'),
      verificationAnswer(fakeOrder()),
    ];
    const fake = fakePayment({ answerVerification: () => answers.shift() ?? HttpResponse.error() });
    expect(await confirmWith()).toEqual(fakeOrder());
    expect(fake.verificationBodies).toHaveLength(4);
    expect(fake.orderReadCount).toBe(0);
    expect(onPending).toHaveBeenCalledTimes(1);
  });

  it('whose answer has no body is asked for', async () => {
    const fake = fakePayment({
      answerVerification: () =>
        new HttpResponse(null, { status: 202, headers: { 'Content-Length': '0' } }),
    });
    expect(await confirmWith()).toEqual(fakeOrder());
    expect(fake.orderReadCount).toBe(1);
  });

  // rule payment-verify-flow
  it.each(['failed', 'cancelled', 'refunded', 'disputed', 'expired'] as const)(
    'that is %s has failed',
    async (status) => {
      fakePayment({ answerVerification: () => verificationAnswer(fakeOrder({ status }), 202) });
      await expect(confirmWith()).rejects.toEqual(
        new PaymentFailure('Payment verification failed'),
      );
    },
  );

  // rule payment-verify-flow
  it.each([
    [400, 'Payment failed or cancelled.'],
    [404, 'Payment failed or cancelled.'],
    [401, 'Your login has ended. Log in, and your payment is confirmed.'],
  ])('that is refused with %d has failed', async (status, shown) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    fakePayment({ answerVerification: () => refusal(status, 'x') });
    await expect(confirmWith()).rejects.toMatchObject({
      message: 'Payment verification failed',
      toastText: shown,
      status,
    });
  });

  it('that the tab has forgotten is not asked for any more, and nothing is said', async () => {
    const fake = fakePayment({ answerVerification: () => verificationAnswer(pendingOrder(), 202) });
    onPending.mockImplementation(forgetPayment);
    await expect(confirmWith()).rejects.toMatchObject({ toastText: '' });
    expect(fake.orderReadCount).toBe(0);
  });
});
