import { Button } from '#/shared/ui/button';
import { DialogTitle } from '#/shared/ui/dialog';
import { BackToLogin } from './reset-buttons';

interface DeadLinkProps {
  /** The server's text. */
  message: string;
  onAskAgain: () => void;
}

/**
 * Shown instead of the fields for the new password if the link of the mail was used or has expired (rule
 * accounts-forgot-link).
 */
export function DeadLink({ message, onAskAgain }: DeadLinkProps) {
  return (
    <>
      <DialogTitle>New password</DialogTitle>
      <p className="reset__intro" role="alert">
        {message}
      </p>
      <Button fullWidth onClick={onAskAgain}>
        Ask for a new mail
      </Button>
      <BackToLogin />
    </>
  );
}
