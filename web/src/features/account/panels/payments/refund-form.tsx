import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { errorMessage, fieldErrors } from '#/shared/api/errors';
import type { Order, User } from '#/shared/api/types';
import { countCodePoints } from '#/shared/lib/count-code-points';
import { Button } from '#/shared/ui/button';
import { DialogTitle } from '#/shared/ui/dialog';
import { LinkedText } from '#/shared/ui/linked-text';
import { useRequestRefund } from '../../api/refund-mutation';
import { refundableAmount } from '../../model/payment-facts';
import { maxReasonLength, texts } from '../../texts';

interface RefundFormProps {
  user: User;
  order: Order;
  /** Shows the payment again. */
  onBack: () => void;
}

/** Says why a refund was refused: the server's text about the field `reason`, or its general text. */
function refusalText(error: Error): string {
  return fieldErrors(error, ['reason']).reason ?? errorMessage(error, texts.refundFailed);
}

/** Lists what a refund ends, asks for a reason, and requests the refund (rule account-payment-refund). */
export function RefundForm({ user, order, onBack }: RefundFormProps) {
  const id = useId();
  const [reason, setReason] = useState('');
  const reasonField = useRef<HTMLTextAreaElement>(null);
  useEffect(() => reasonField.current?.focus(), []);
  const refund = useRequestRefund(user.id, onBack);
  const amount = refundableAmount(order);
  const reasonLength = countCodePoints(reason.trim());
  const isTooLong = reasonLength > maxReasonLength;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isTooLong && !refund.isPending)
      refund.mutate({ orderId: order.id, reason: reason.trim() });
  };
  return (
    <form aria-label="Request a refund" noValidate onSubmit={submit}>
      <DialogTitle>Request a refund</DialogTitle>
      <ul className="payment__ends">
        <li>The access that this purchase opened ends at once.</li>
        <li>Your conversations stay, and you can go on reading them.</li>
        <li>{amount} goes back the way it came, within 7 business days.</li>
      </ul>
      <div className="field">
        <label className="field__label" htmlFor={id}>
          Reason
        </label>
        <textarea
          id={id}
          className="input payment__reason"
          rows={3}
          ref={reasonField}
          value={reason}
          readOnly={refund.isPending}
          aria-invalid={isTooLong || refund.isError}
          aria-describedby={clsx(`${id}-hint`, refund.isError && `${id}-error`)}
          onChange={(event) => {
            setReason(event.target.value);
            if (refund.isError) refund.reset();
          }}
        />
        <p className="payment__under small muted" id={`${id}-hint`}>
          <span>Not needed in the first 3 days.</span>
          <span className={clsx('num', isTooLong && 'payment__over')}>
            {reasonLength} / {maxReasonLength}
          </span>
        </p>
        {refund.isError && (
          <p className="field__error" id={`${id}-error`} role="alert">
            <CircleAlert size={15} aria-hidden="true" />
            <span>
              <LinkedText>{refusalText(refund.error)}</LinkedText>
            </span>
          </p>
        )}
      </div>
      <div className="payment__actions payment__actions--end">
        <Button look="line" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" look="bad" busy={refund.isPending || isTooLong}>
          {refund.isPending ? 'Asking...' : `Refund ${amount}`}
        </Button>
      </div>
    </form>
  );
}
