import { create } from 'zustand';
import type { NewOrder, Order } from '#/shared/api/types';

/** The character at which somebody pays, as buttons, dialogs and the payment-success modal show it. */
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
export interface SandboxWindow {
  order: NewOrder;
  planName: string;
  /** What the plan opens, and for how long. */
  planTerms: string;
  email: string;
  /** Ends the payment. Rejects if the server does not answer; the window then stays open. */
  pay: (outcome: 'success' | 'failure') => Promise<void>;
  close: () => void;
}

/** A paid order, as the payment-success modal shows it. */
export interface PlanDetails {
  order: Order;
  character: PayableCharacter;
}

interface PaymentState {
  /** The payment that runs. A tab has one at a time. */
  running: PaymentRequest | null;
  /**
   * The open payment window. Other modals are not drawn under it: their focus trap would keep the focus
   * from a window that is not ours.
   */
  window: SandboxWindow | 'provider' | null;
  /** Set after a payment: opens the payment-success modal (rule payment-success). */
  details: PlanDetails | null;
}

export const usePaymentStore = create<PaymentState>()(() => ({
  running: null,
  window: null,
  details: null,
}));

export function closeSuccess(): void {
  // An unneeded change would draw the modal that is being opened once more.
  if (usePaymentStore.getState().details) usePaymentStore.setState({ details: null });
}
