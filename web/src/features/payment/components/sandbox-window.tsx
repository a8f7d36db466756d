import { Check, CircleAlert, FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { errorMessage } from '#/shared/api/errors';
import { formatPrice } from '#/shared/format/format-price';
import { Button } from '#/shared/ui/button';
import { Dialog, DialogTitle } from '#/shared/ui/dialog';
import type { OpenSandboxWindow } from '../model/payment-store';
import { failureReasons, texts } from '../texts';
import '../styles/facts.css';
import '../styles/sandbox-window.css';

type Outcome = 'success' | 'failure';

/** The payment window of the sandbox. It says that it is a test (rule payment-sandbox-window). */
export function SandboxWindow({ sandboxWindow: opened }: { sandboxWindow: OpenSandboxWindow }) {
  const { order, planName, planTermsText, email, pay, close } = opened;
  const [paying, setPaying] = useState<Outcome | null>(null);
  const [error, setError] = useState('');
  const payWith = (outcome: Outcome) => {
    setPaying(outcome);
    setError('');
    pay(outcome).catch((failure: unknown) => {
      setPaying(null);
      setError(errorMessage(failure, failureReasons.offline));
    });
  };
  // While a payment is being sent, the window stays open: closing it would not cancel the payment.
  const dismiss = () => paying === null && close();
  return (
    <Dialog className="sandbox" onClose={dismiss}>
      <div className="sandbox__band">
        <FlaskConical size={18} aria-hidden="true" />
        <DialogTitle>{texts.sandboxTitle}</DialogTitle>
      </div>
      <div className="sandbox__body">
        <div className="sandbox__head">
          <div>
            <p className="display t2">{planName}</p>
            <p className="small muted">Colloquy sandbox. {planTermsText}</p>
          </div>
          <p className="display num sandbox__price">{formatPrice(order.amount, order.currency)}</p>
        </div>
        <dl className="order-facts num">
          <dt>Order ID</dt>
          <dd>{order.orderId}</dd>
          <dt>Account</dt>
          <dd>{email}</dd>
          <dt>Card</dt>
          <dd>none needed</dd>
        </dl>
        <p className="muted">
          This window stands in for the payment provider. Choose how it ends; the answer is signed
          the way a real one is.
        </p>
        {error !== '' && (
          <p className="sandbox__error" role="alert">
            <CircleAlert size={18} aria-hidden="true" />
            {error}
          </p>
        )}
        <div className="sandbox__ways">
          <Button
            fullWidth
            busy={paying !== null}
            data-focus="true"
            onClick={() => payWith('success')}
          >
            <Check size={18} aria-hidden="true" />
            {paying === 'success' ? texts.processing : 'Pay, and succeed'}
          </Button>
          <Button look="bad" fullWidth busy={paying !== null} onClick={() => payWith('failure')}>
            <CircleAlert size={18} aria-hidden="true" />
            {paying === 'failure' ? texts.processing : 'Pay, and fail'}
          </Button>
          <Button look="line" fullWidth onClick={dismiss}>
            Close without paying
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
