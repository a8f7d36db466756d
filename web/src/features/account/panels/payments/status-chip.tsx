import { sentenceCase, statusTone } from '../../model/payment-status';

/** The status of a payment in its colour (rule account-payment-status). */
export function StatusChip({ status }: { status: string }) {
  return (
    <span className={`account-status account-status--${statusTone(status)}`}>
      {sentenceCase(status)}
    </span>
  );
}
