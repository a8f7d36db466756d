import { ArrowLeft } from 'lucide-react';
import { Button } from '#/shared/ui/button';
import { switchModal } from '../model/modal-store';

interface StepButtonsProps {
  label: string;
  isSending: boolean;
  onBack: () => void;
}

/** The buttons Back and submit. Both do nothing while the form is being sent. */
export function StepButtons({ label, isSending, onBack }: StepButtonsProps) {
  return (
    <div className="reset__buttons">
      <Button look="line" busy={isSending} onClick={onBack}>
        <ArrowLeft size={16} aria-hidden="true" />
        Back
      </Button>
      <Button type="submit" fullWidth busy={isSending}>
        {label}
      </Button>
    </div>
  );
}

/**
 * A button that replaces the modal by the login modal and fills in `email`. After a link in a mail there is no
 * `email`, and the address in the modal store stays (rule accounts-typed-kept).
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
