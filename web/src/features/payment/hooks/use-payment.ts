import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRequireLogin } from '#/features/auth';
import type { Order } from '#/shared/api/types';
import { reportError } from '#/shared/lib/report-error';
import { toast } from '#/shared/ui/toast';
import { type PaymentRequest, usePaymentStore } from '../model/payment-store';
import { failureReasons, texts } from '../texts';

export interface PaymentOptions extends PaymentRequest {
  /** Called after the payment was verified, even if the component has unmounted. */
  onSuccess?: ((order: Order) => void) | undefined;
  /** Called after a failure, a dismissal or a refusal. */
  onFailure?: ((error: Error) => void) | undefined;
}

/**
 * Runs a payment. The JavaScript of the payment is loaded at the first payment. While another payment runs,
 * `startPayment` does nothing.
 */
async function startPayment(client: QueryClient, options: PaymentOptions): Promise<void> {
  const { planId, character, onSuccess, onFailure } = options;
  if (usePaymentStore.getState().runningRequest) return;
  const request = { planId, character };
  usePaymentStore.setState({ runningRequest: request });
  const payModule = await import('../flow/pay').catch((error: unknown) => {
    reportError('The payment could not be started', error);
    usePaymentStore.setState({ runningRequest: null });
    toast.error(`${texts.failed} ${failureReasons.codeNotLoaded}`);
    onFailure?.(error instanceof Error ? error : new Error(texts.failed));
  });
  await payModule?.pay(
    client,
    request,
    { onSuccess, onFailure },
    () => void startPayment(client, options),
  );
}

interface PaymentControls {
  /** True while any payment of the tab runs. `pay` then does nothing. */
  isBusy: boolean;
  /** True while this payment runs. */
  isProcessing: boolean;
  pay: () => void;
}

/**
 * Returns the state of the payment of a plan for a character. `isProcessing` is true from the press until the
 * payment has ended (rule payment-flow). `pay` starts the payment; a visitor logs in first (rule
 * payment-login-first).
 */
export function usePayment(options: PaymentOptions): PaymentControls {
  const client = useQueryClient();
  const requireLogin = useRequireLogin();
  const runningRequest = usePaymentStore((state) => state.runningRequest);
  const { planId, character } = options;
  return {
    isBusy: runningRequest !== null,
    isProcessing:
      runningRequest?.planId === planId && runningRequest.character.slug === character.slug,
    pay: requireLogin(() => void startPayment(client, options), { aim: 'unlock', character }),
  };
}
