import { Download } from 'lucide-react';
import { Fragment, useEffect, useId, useRef, useState } from 'react';
import type { Order, User } from '#/shared/api/types';
import { formatPrice } from '#/shared/format/format-price';
import { Button } from '#/shared/ui/button';
import { Dialog, DialogTitle } from '#/shared/ui/dialog';
import { useInvoice } from '../../api/invoice-mutation';
import { paymentFacts } from '../../model/payment-facts';
import { texts } from '../../texts';
import { RefundForm } from './refund-form';
import { StatusChip } from './status-chip';

interface PaymentDialogProps {
  user: User;
  order: Order;
  onClose: () => void;
}

function PaymentFactList({ order }: { order: Order }) {
  return (
    <dl className="account-facts num">
      {paymentFacts(order).map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

function InvoiceButton({ user, order }: Omit<PaymentDialogProps, 'onClose'>) {
  const { invoice_number: number } = order;
  const invoice = useInvoice(user.id);
  const hint = useId();
  return (
    <>
      <Button
        className="payment__invoice"
        data-focus={number !== null}
        busy={invoice.isPending || number === null}
        aria-describedby={number === null ? hint : undefined}
        onClick={() => number !== null && invoice.mutate(number)}
      >
        <Download size={18} aria-hidden="true" />
        Download Invoice
      </Button>
      {number === null && (
        <p className="payment__hint small muted" id={hint}>
          {texts.invoiceNone}
        </p>
      )}
    </>
  );
}

interface DetailsProps extends PaymentDialogProps {
  /**
   * True after Back from the refund form. The focus then goes to 'Request a refund', or to Close if that is
   * missing.
   */
  focused: boolean;
  onRefund: () => void;
}

function Details({ user, order, focused, onClose, onRefund }: DetailsProps) {
  const next = useRef<HTMLButtonElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const refundable = order.refund_until !== null && Date.parse(order.refund_until) > Date.now();
  useEffect(() => {
    if (focused) (refundable ? next : close).current?.focus();
  }, [focused, refundable]);
  return (
    <>
      <div className="payment__head">
        <div>
          <DialogTitle>{order.plan_name}</DialogTitle>
          <StatusChip status={order.payment_status} />
        </div>
        <div className="payment__total">
          <p className="display num">{formatPrice(order.amount, order.currency)}</p>
          <p className="small faint">Total amount</p>
        </div>
      </div>
      <PaymentFactList order={order} />
      <div className="payment__actions">
        <InvoiceButton user={user} order={order} />
        <Button
          ref={close}
          look="line"
          data-focus={order.invoice_number === null}
          onClick={onClose}
        >
          Close
        </Button>
      </div>
      {refundable && (
        <button ref={next} type="button" className="link payment__refund" onClick={onRefund}>
          Request a refund
        </button>
      )}
    </>
  );
}

/** One payment (rules account-payment-details, account-payment-refund). */
export function PaymentDialog({ user, order, onClose }: PaymentDialogProps) {
  const [step, setStep] = useState<'details' | 'refund' | 'back'>('details');
  return (
    <Dialog className="payment" onClose={onClose}>
      {step === 'refund' ? (
        <RefundForm user={user} order={order} onBack={() => setStep('back')} />
      ) : (
        <Details
          user={user}
          order={order}
          focused={step === 'back'}
          onClose={onClose}
          onRefund={() => setStep('refund')}
        />
      )}
    </Dialog>
  );
}
