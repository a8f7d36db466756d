import { clsx } from 'clsx';
import { ArrowRight, ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { prefersReducedMotion } from '#/shared/browser/motion';
import { formatShortDate } from '#/shared/format/format-date';
import { formatPrice } from '#/shared/format/format-price';
import { useNavigate } from '#/shared/hooks/use-navigate';
import { paths } from '#/shared/lib/paths';
import { Button } from '#/shared/ui/button';
import { Dialog, DialogTitle } from '#/shared/ui/dialog';
import { closePaymentSuccess, type PaidOrder } from '../model/payment-store';
import { planIds } from '../model/plan';
import { texts, welcomeText } from '../texts';
import '../styles/facts.css';
import '../styles/payment-success.css';

/** Duration of the fade with which the modal closes, in ms (rule payment-success-fade). */
const fadeTimeMs = 300;

/** Turns 'partially_refunded' into 'Partially refunded'. */
function statusWords(status: string): string {
  const text = status.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Returns `fade(then)`, which closes the modal and then calls `then`: after the fade of the modal, or at once
 * with reduced motion (rule look-reduced-motion). `fading` is true from the call on.
 */
function useFadeOut() {
  const [afterFade, setAfterFade] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (afterFade === null) return;
    const close = () => {
      closePaymentSuccess();
      afterFade();
    };
    const timer = setTimeout(close, prefersReducedMotion() ? 0 : fadeTimeMs);
    return () => clearTimeout(timer);
  }, [afterFade]);
  return { fading: afterFade !== null, fade: (then: () => void) => setAfterFade(() => then) };
}

function TransactionDetails({ order }: { order: PaidOrder['order'] }) {
  return (
    <details className="success__details">
      <summary>
        Transaction Details
        <ChevronDown size={18} aria-hidden="true" />
      </summary>
      <dl className="order-facts num">
        <dt>Order ID</dt>
        <dd>{order.order_id}</dd>
        <dt>Payment ID</dt>
        <dd>{order.payment_id ?? 'none'}</dd>
        <dt>Invoice</dt>
        <dd>{order.invoice_number ?? 'none'}</dd>
        <dt>Payment status</dt>
        <dd>{statusWords(order.payment_status)}</dd>
      </dl>
    </details>
  );
}

interface PaymentSuccessProps extends PaidOrder {
  /** The ink of the character's category. */
  ink: string;
}

/** The modal that shows what was bought, open while the store has a `paidOrder` (rule payment-success). */
export function PaymentSuccess({ order, character, ink }: PaymentSuccessProps) {
  const { fading, fade } = useFadeOut();
  const navigate = useNavigate();
  const chatAddress = paths.chat.getHref(character.slug);
  const isOnChat = useLocation().pathname === chatAddress;
  const close = () => fade(() => undefined);
  return (
    <Dialog
      width="wide"
      className={clsx('success', `c-${ink}`, fading && 'success--fading')}
      onClose={close}
    >
      <div className="success__slab">
        <div className="stamp stamp--large">
          <div className="stamp__picture">
            <img src={character.profile_pic} alt="" width={344} height={430} />
          </div>
          <p className="stamp__name">
            <span className="display">{character.name}</span>
            <span className="stamp__tier">PRO</span>
          </p>
        </div>
      </div>
      <div className="success__words">
        <DialogTitle>{texts.successTitle}</DialogTitle>
        <p className="voice">{welcomeText(character.name, order.plan_id === planIds.all)}</p>
        <dl className="order-facts num">
          <dt>Plan</dt>
          <dd>{order.plan_name}</dd>
          <dt>Amount</dt>
          <dd>{formatPrice(order.amount, order.currency)}</dd>
          <dt>Status</dt>
          <dd>
            <span className="success__status">{statusWords(order.status)}</span>
          </dd>
          <dt>Activated</dt>
          <dd>{formatShortDate(order.created_at)}</dd>
          <dt>Valid Until</dt>
          <dd>{order.expiry_at === null ? 'no end' : formatShortDate(order.expiry_at)}</dd>
        </dl>
        <TransactionDetails order={order} />
        <div className="success__actions">
          <Button
            look="talk"
            data-focus="true"
            onClick={() => fade(() => !isOnChat && navigate(chatAddress))}
          >
            Lets Talk
            <ArrowRight size={18} aria-hidden="true" />
          </Button>
          <Button look="line" onClick={close}>
            Close
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
