import { useState } from 'react';
import { useNearEnd } from '#/shared/hooks/use-near-end';
import { Button } from '#/shared/ui/button';

interface LoadEarlierProps {
  /** Fetches the next older page; false if that failed. */
  load: () => Promise<boolean>;
}

/**
 * The button above the first message. It fetches older messages when it comes near the viewport or
 * is pressed (rule chat-history-page). After a failure it fetches only when pressed.
 */
export function LoadEarlier({ load }: LoadEarlierProps) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const loadPage = async () => {
    setBusy(true);
    setFailed(!(await load()));
    setBusy(false);
  };
  const sentinel = useNearEnd<HTMLDivElement>(!busy && !failed, () => void loadPage());
  return (
    <div className="log__earlier" ref={sentinel}>
      <Button look="line" size="sm" tabIndex={-1} busy={busy} onClick={() => void loadPage()}>
        {busy ? 'Loading...' : 'Load earlier messages'}
      </Button>
    </div>
  );
}
