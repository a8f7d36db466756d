import { create } from 'zustand';
import type { NewOrder, Order } from '#/shared/api/types';

/** The character for which somebody pays, as buttons, dialogs and the payment-success modal show it. */
export interface PayableCharacter {
  slug: string;
  name: string;
  profile_pic: string;
  coin_url: string;
  category: string;
}

export interface PaymentRequest {
  planId: 1 | 2;
  character: PayableCharacter;
}

/** The payment window of the sandbox. */
export interface OpenSandboxWindow {
  order: NewOrder;
  planName: string;
  /** What the plan opens, and for how long. */
  planTermsText: string;
  email: string;
  /** Ends the payment. Rejects if the server does not answer; the window then stays open. */
  pay: (outcome: 'success' | 'failure') => Promise<void>;
  close: () => void;
}

/** A paid order, as the payment-success modal shows it. */
export interface PaidOrder {
  order: Order;
  character: PayableCharacter;
}

interface PaymentState {
  /** The running payment. A tab runs one payment at a time. */
  runningRequest: PaymentRequest | null;
  /**
   * The open payment window. Other modals are not drawn under it, because their focus trap would take the
   * focus from the window of a provider.
   */
  window: OpenSandboxWindow | 'provider' | null;
  /** Set after a payment: opens the payment-success modal. */
  paidOrder: PaidOrder | null;
}

export const usePaymentStore = create<PaymentState>()(() => ({
  runningRequest: null,
  window: null,
  paidOrder: null,
}));

export function closePaymentSuccess(): void {
  // ModalHost (app/modal-host.tsx) calls this when another modal opens. A needless update would render that
  // modal twice.
  if (usePaymentStore.getState().paidOrder) usePaymentStore.setState({ paidOrder: null });
}
