import { Download } from 'lucide-react';
import { Fragment, useEffect, useId, useRef, useState } from 'react';
import type { Order, User } from '#/shared/api/types';
import { formatPrice } from '#/shared/format/format-price';
import { Button } from '#/shared/ui/button';
import { Dialog, DialogTitle } from '#/shared/ui/dialog';
import { useDownloadInvoice } from '../../api/invoice-mutation';
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

/**
 * The button 'Download Invoice'. Without an invoice it does nothing and says why (rule
 * account-payment-invoice).
 */
function InvoiceButton({ user, order }: Omit<PaymentDialogProps, 'onClose'>) {
  const { invoice_number: invoiceNumber } = order;
  const downloadInvoice = useDownloadInvoice(user.id);
  const hintId = useId();
  return (
    <>
      <Button
        className="payment__invoice"
        data-focus={invoiceNumber !== null}
        busy={downloadInvoice.isPending || invoiceNumber === null}
        aria-describedby={invoiceNumber === null ? hintId : undefined}
        onClick={() => invoiceNumber !== null && downloadInvoice.mutate(invoiceNumber)}
      >
        <Download size={18} aria-hidden="true" />
        Download Invoice
      </Button>
      {invoiceNumber === null && (
        <p className="payment__hint small muted" id={hintId}>
          {texts.invoiceNone}
        </p>
      )}
    </>
  );
}

interface PaymentDetailsProps extends PaymentDialogProps {
  /**
   * True if the user has pressed Back in the refund form. The focus then goes to 'Request a refund', or to
   * Close if that button is missing.
   */
  takesFocus: boolean;
  onRefund: () => void;
}

/**
 * The details of a payment, and 'Request a refund' while the policy gives time (rules
 * account-payment-details, account-payment-refund).
 */
function PaymentDetails({ user, order, takesFocus, onClose, onRefund }: PaymentDetailsProps) {
  const refundButton = useRef<HTMLButtonElement>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  const isRefundable = order.refund_until !== null && Date.parse(order.refund_until) > Date.now();
  useEffect(() => {
    if (takesFocus) (isRefundable ? refundButton : closeButton).current?.focus();
  }, [takesFocus, isRefundable]);
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
          ref={closeButton}
          look="line"
          data-focus={order.invoice_number === null}
          onClick={onClose}
        >
          Close
        </Button>
      </div>
      {isRefundable && (
        <button
          ref={refundButton}
          type="button"
          className="link payment__refund"
          onClick={onRefund}
        >
          Request a refund
        </button>
      )}
    </>
  );
}

/** One payment: its details, or the form that asks for a refund. */
export function PaymentDialog({ user, order, onClose }: PaymentDialogProps) {
  const [step, setStep] = useState<'details' | 'refund' | 'back'>('details');
  return (
    <Dialog className="payment" onClose={onClose}>
      {step === 'refund' ? (
        <RefundForm user={user} order={order} onBack={() => setStep('back')} />
      ) : (
        <PaymentDetails
          user={user}
          order={order}
          takesFocus={step === 'back'}
          onClose={onClose}
          onRefund={() => setStep('refund')}
        />
      )}
    </Dialog>
  );
}
