import { toast } from '#/shared/ui/toast';
import { pendingText } from '../texts';

const toastId = 'payment-pending';

/** Shows a toast that the payment is being confirmed (rule payment-pending). `hidePendingToast` removes it. */
export function showPendingToast(): void {
  toast.loading(pendingText, { id: toastId });
}

export function hidePendingToast(): void {
  toast.remove(toastId);
}
