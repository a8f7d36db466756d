import { ArrowLeft } from 'lucide-react';
import { Button } from '#/shared/ui/button';
import { switchModal } from '../model/modal-store';

interface StepButtonsProps {
  label: string;
  busy: boolean;
  onBack: () => void;
}

/** Back, and the button that sends the form. While it is sent, neither does anything. */
export function StepButtons({ label, busy, onBack }: StepButtonsProps) {
  return (
    <div className="reset__buttons">
      <Button look="line" busy={busy} onClick={onBack}>
        <ArrowLeft size={16} aria-hidden="true" />
        Back
      </Button>
      <Button type="submit" full busy={busy}>
        {label}
      </Button>
    </div>
  );
}

/**
 * Replaces the modal by the login modal, with `email` filled in. Without `email` (the modal was opened by
 * a link in a mail) the login modal keeps its own address.
 */
export function BackToLogin({ email }: { email?: string }) {
  return (
    <p className="reset__login">
      <button
        type="button"
        className="link"
        onClick={() => switchModal('login', email === undefined ? {} : { email })}
      >
        Back to Login
      </button>
    </p>
  );
}
