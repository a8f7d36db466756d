import { beforeEach, expect, it, vi } from 'vitest';
import { useOverlayStore } from '#/shared/browser/overlay-store';
import { usePaymentStore } from '../model/payment-store';
import { fakePaymentAnswer } from '../test/fake-payment';
import { openRazorpay } from './open-razorpay';
import type { WindowOptions } from './payment-window';

type CheckoutOptions = ConstructorParameters<NonNullable<Window['Razorpay']>>[0];

const options: WindowOptions = {
  order: {
    orderId: 'order_1',
    amount: '24.00',
    amount_minor: 2400,
    currency: 'USD',
    keyId: 'rzp_test_1',
    provider: 'razorpay',
    checkoutUrl: 'https://checkout.razorpay.com/v1/checkout.js',
  },
  planName: 'Unlock Full Access',
  planTermsText: 'Every character, one key.',
  name: 'Mirela',
  email: 'mirela@postbox.example',
};

/** The opened Checkout. */
let checkout: { options: CheckoutOptions; fail: () => void; close: ReturnType<typeof vi.fn> };

class FakeCheckout {
  private readonly options: CheckoutOptions;
  private fail: () => void = () => undefined;

  constructor(given: CheckoutOptions) {
    this.options = given;
  }

  on(_: string, listener: () => void): void {
    this.fail = listener;
  }

  close = vi.fn();

  open(): void {
    checkout = { options: this.options, fail: this.fail, close: this.close };
  }
}

const checkoutScripts = () =>
  document.querySelectorAll<HTMLScriptElement>('script[src*="razorpay"]');

async function waitForCheckout(): Promise<void> {
  await vi.waitFor(() => expect(checkout).toBeDefined());
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  checkout = undefined as unknown as typeof checkout;
  usePaymentStore.setState({ window: null });
});

// rule payment-razorpay-window
it('loads the script when somebody pays, says so if it cannot, and tries again', async () => {
  expect(checkoutScripts()).toHaveLength(0);
  const firstPayment = openRazorpay(options);
  const failureExpectation = expect(firstPayment).rejects.toMatchObject({
    toastText: expect.stringMatching(
      /^Payment failed or cancelled\. The payment window could not be/,
    ),
  });
  expect(checkoutScripts()).toHaveLength(1);
  expect(checkoutScripts()[0]?.src).toBe('https://checkout.razorpay.com/v1/checkout.js');
  checkoutScripts()[0]?.dispatchEvent(new Event('error'));
  await failureExpectation;
  expect(checkoutScripts()).toHaveLength(0);
  const secondPayment = openRazorpay(options);
  expect(checkoutScripts()).toHaveLength(1);
  window.Razorpay = FakeCheckout;
  checkoutScripts()[0]?.dispatchEvent(new Event('load'));
  await waitForCheckout();
  checkout.options.handler(fakePaymentAnswer);
  expect(await secondPayment).toEqual(fakePaymentAnswer);
});

// rules payment-razorpay-window, payment-no-wallet
it('gives the order to Checkout, once loaded, without wallets', async () => {
  const payment = openRazorpay(options);
  await waitForCheckout();
  expect(checkoutScripts()).toHaveLength(1);
  expect(usePaymentStore.getState().window).toBe('provider');
  expect(checkout.options).toMatchObject({
    key: 'rzp_test_1',
    amount: 2400,
    currency: 'USD',
    name: 'Colloquy',
    description: 'Unlock Full Access',
    order_id: 'order_1',
    prefill: { name: 'Mirela', email: 'mirela@postbox.example', contact: '' },
    config: { display: { hide: [{ method: 'wallet' }] } },
  });
  checkout.options.handler(fakePaymentAnswer);
  expect(await payment).toEqual(fakePaymentAnswer);
  expect(useOverlayStore.getState().openOverlays).toEqual([]);
});

// rule payment-failure
it.each([
  ['is closed', () => undefined, 'Payment cancelled by user'],
  ['is closed after a failed try', () => checkout.fail(), 'Payment failed or cancelled.'],
])('fails if it %s', async (_, before, message) => {
  const payment = openRazorpay(options);
  await waitForCheckout();
  before();
  checkout.options.modal.ondismiss();
  await expect(payment).rejects.toMatchObject({
    message,
    toastText: 'Payment failed or cancelled.',
  });
});

it('is closed by Back', async () => {
  const payment = openRazorpay(options);
  await waitForCheckout();
  useOverlayStore.getState().openOverlays[0]?.close();
  await expect(payment).rejects.toMatchObject({ message: 'Payment cancelled by user' });
  expect(checkout.close).toHaveBeenCalledTimes(1);
});

it('fails if Checkout reports something else', async () => {
  const payment = openRazorpay(options);
  await waitForCheckout();
  checkout.options.handler({ razorpay_payment_id: 'pay_1' });
  await expect(payment).rejects.toMatchObject({ message: 'Payment verification failed' });
});
