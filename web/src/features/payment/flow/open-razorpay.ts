import { loadScript } from '#/shared/browser/load-script';
import { addOverlay } from '#/shared/browser/overlay-store';
import { reportError } from '#/shared/lib/report-error';
import { ClosedWindowFailure, PaymentFailure } from '../model/payment-failure';
import { usePaymentStore } from '../model/payment-store';
import { type PaymentAnswer, readPaymentAnswer } from '../model/remembered-payment';
import { failureReasons, texts } from '../texts';
import type { WindowOpener, WindowOptions } from './payment-window';

/** Wait (ms) until the modal below the window is removed and has returned the focus. */
const modalCloseMs = 100;

/** The part of Razorpay's Checkout that the app uses. */
interface Checkout {
  open: () => void;
  close: () => void;
  on: (event: 'payment.failed', listener: () => void) => void;
}

interface CheckoutOptions {
  key: string;
  /** In the minor unit of the currency. */
  amount: number;
  currency: string;
  name: string;
  description: string;
  order_id: string;
  prefill: { name: string; email: string; contact: string };
  theme: { color: string };
  config: { display: { hide: { method: string }[] } };
  modal: { ondismiss: () => void; handleback: boolean };
  handler: (answer: unknown) => void;
}

declare global {
  interface Window {
    Razorpay?: new (options: CheckoutOptions) => Checkout;
  }
}

async function loadCheckout(address: string | undefined) {
  try {
    if (address) await loadScript(address);
  } catch (error) {
    reportError('The payment window could not be loaded', error);
  }
  if (window.Razorpay) return window.Razorpay;
  throw new PaymentFailure(texts.failed, `${texts.failed} ${failureReasons.noWindow}`);
}

function checkoutOptions({ order, planName, name, email }: WindowOptions) {
  const nightColour = getComputedStyle(document.documentElement).getPropertyValue('--night').trim();
  return {
    key: order.keyId,
    amount: order.amount_minor,
    currency: order.currency,
    name: 'Colloquy',
    description: planName,
    order_id: order.orderId,
    prefill: { name, email, contact: '' },
    theme: { color: nightColour },
    // rule payment-no-wallet
    config: { display: { hide: [{ method: 'wallet' }] } },
  };
}

/** Opens Razorpay's Checkout. Its script is loaded by the first payment (rule payment-razorpay-window). */
export const openRazorpay: WindowOpener = async (options) => {
  const Razorpay = await loadCheckout(options.order.checkoutUrl);
  usePaymentStore.setState({ window: 'provider' });
  await new Promise((resolve) => setTimeout(resolve, modalCloseMs));
  let removeOverlay: () => void = () => undefined;
  return new Promise<PaymentAnswer>((resolve, reject) => {
    // Checkout lets the payer try again after a failed payment. So the failure is reported only when the payer
    // closes the window (rule payment-failure).
    let hasFailed = false;
    const dismiss = () =>
      reject(new ClosedWindowFailure(hasFailed ? texts.failed : texts.cancelled));
    const checkout = new Razorpay({
      ...checkoutOptions(options),
      // The app handles Back itself, so that no history entry stays behind.
      modal: { ondismiss: dismiss, handleback: false },
      handler: (value) => {
        const answer = readPaymentAnswer(value);
        if (answer) resolve(answer);
        else reject(new PaymentFailure(texts.notVerified));
      },
    });
    checkout.on('payment.failed', () => {
      hasFailed = true;
    });
    removeOverlay = addOverlay(() => {
      checkout.close();
      dismiss();
    });
    checkout.open();
  }).finally(() => removeOverlay());
};
