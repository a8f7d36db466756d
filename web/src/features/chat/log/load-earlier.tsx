import { useState } from 'react';
import { useNearEnd } from '#/shared/hooks/use-near-end';
import { Button } from '#/shared/ui/button';

interface LoadEarlierProps {
  /** Fetches the next older page; false when that failed. */
  load: () => Promise<boolean>;
}

/**
 * At the head of the log: fetches older messages while it is near the view, and when pressed. After a
 * failure it waits for a press.
 */
export function LoadEarlier({ load }: LoadEarlierProps) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const run = async () => {
    setBusy(true);
    setFailed(!(await load()));
    setBusy(false);
  };
  const place = useNearEnd<HTMLDivElement>(!busy && !failed, () => void run());
  return (
    <div className="log__earlier" ref={place}>
      <Button look="line" size="sm" tabIndex={-1} busy={busy} onClick={() => void run()}>
        {busy ? 'Loading...' : 'Load earlier messages'}
      </Button>
    </div>
  );
}
