import { payInSandbox } from '../api/purchase';
import { ClosedWindowFailure, PaymentFailure } from '../model/payment-failure';
import { usePaymentStore } from '../model/payment-store';
import type { PaymentAnswer } from '../model/remembered-payment';
import { texts } from '../texts';
import type { WindowOpener } from './payment-window';

/** Opens our own payment window, which moves no money (rule payment-sandbox-window). */
export const openSandbox: WindowOpener = ({ order, planName, planTermsText, email }) =>
  new Promise<PaymentAnswer>((resolve, reject) => {
    const pay = async (outcome: 'success' | 'failure') => {
      const answer = await payInSandbox(order.orderId, outcome);
      if (outcome === 'success') resolve(answer);
      else reject(new PaymentFailure(texts.failed));
    };
    const close = () => reject(new ClosedWindowFailure(texts.cancelled));
    usePaymentStore.setState({ window: { order, planName, planTermsText, email, pay, close } });
  });
