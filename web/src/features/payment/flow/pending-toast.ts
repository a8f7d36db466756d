import { toast } from '#/shared/ui/toast';
import { pendingText } from '../texts';

const id = 'payment-pending';

/** Tells that the payment is being confirmed (rule payment-pending). It stays until `hidePending`. */
export function showPending(): void {
  toast.loading(pendingText, { id });
}

export function hidePending(): void {
  toast.remove(id);
}
