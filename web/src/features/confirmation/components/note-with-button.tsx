import { Mail } from 'lucide-react';
import { Button } from '#/shared/ui/button';
import { useResendConfirmation } from '../api/email-mutations';
import '../styles/confirm-note.css';

/**
 * Asks an unconfirmed user to confirm the email address, with a button that sends the mail again (rule
 * account-confirm-again). Rule comments-unconfirmed.
 */
export function NoteWithButton({ text }: { text: string }) {
  const resend = useResendConfirmation();
  return (
    <div className="confirm-note">
      <Mail size={18} aria-hidden="true" />
      <p>{text}</p>
      <Button look="line" size="sm" busy={resend.isPending} onClick={() => resend.mutate()}>
        Send again
      </Button>
    </div>
  );
}
