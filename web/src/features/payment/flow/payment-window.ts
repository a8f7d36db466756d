import type { NewOrder } from '#/shared/api/types';
import type { PaymentAnswer } from '../model/remembered-payment';

export interface WindowOptions {
  order: NewOrder;
  planName: string;
  /** What the plan opens, and for how long. */
  planTermsText: string;
  /** Name of the payer. */
  name: string;
  /** Email address of the payer. */
  email: string;
}

/**
 * Opens the payment window of a provider. The promise is rejected with a PaymentFailure if the payment
 * fails or the window is closed.
 */
export type WindowOpener = (options: WindowOptions) => Promise<PaymentAnswer>;
