import { CircleAlert, RefreshCw, Unplug } from 'lucide-react';
import { Button } from '#/shared/ui/button';
import { texts } from '../texts';

interface FailedReplyProps {
  /** Generates the last reply again; undefined for other replies and if nothing can be sent. */
  onRetry: (() => void) | undefined;
}

/** The error under a reply that failed (rule replies-failure-text). */
export function FailedReply({ onRetry }: FailedReplyProps) {
  return (
    <>
      <div className="reply__failed">
        <CircleAlert size={18} aria-hidden="true" />
        <span>{texts.replyFailed}</span>
        {onRetry && (
          <Button look="bad" size="sm" tabIndex={-1} onClick={onRetry}>
            <RefreshCw size={16} aria-hidden="true" />
            Retry
          </Button>
        )}
      </div>
      {onRetry && <p className="reply__note">{texts.messageSafe}</p>}
    </>
  );
}

/** The note under a reply that ended when the server stopped (rule replies-partial-kept). */
export function InterruptedNote() {
  return (
    <p className="reply__broken">
      <Unplug size={16} aria-hidden="true" />
      {texts.replyInterrupted}
    </p>
  );
}

export function TryAgainButton({ onRetry }: { onRetry: () => void }) {
  return (
    <Button look="line" size="sm" className="reply__again" tabIndex={-1} onClick={onRetry}>
      <RefreshCw size={16} aria-hidden="true" />
      Try again
    </Button>
  );
}
