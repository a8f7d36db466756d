import { CircleAlert, RefreshCw, Unplug } from 'lucide-react';
import { Button } from '#/shared/ui/button';
import { texts } from '../texts';

interface FailedReplyProps {
  /** Present on the last reply only. */
  onRetry: (() => void) | undefined;
}

/** A reply that the model did not finish (spec 1 §4). What came stands above. */
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

/** Under a reply that broke off with its server: its text stays. */
export function BrokenLine() {
  return (
    <p className="reply__broken">
      <Unplug size={16} aria-hidden="true" />
      {texts.lineBroke}
    </p>
  );
}

export function TryAgain({ onRetry }: { onRetry: () => void }) {
  return (
    <Button look="line" size="sm" className="reply__again" tabIndex={-1} onClick={onRetry}>
      <RefreshCw size={16} aria-hidden="true" />
      Try again
    </Button>
  );
}
