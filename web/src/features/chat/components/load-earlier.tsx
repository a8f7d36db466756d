import { useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '#/shared/ui/button';

/** At the head of the log: fetches older messages when it comes into view, or when pressed. */
export function LoadEarlier({ load }: { load: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const run = useCallback(async () => {
    setBusy(true);
    await load();
    setBusy(false);
  }, [load]);

  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) void run();
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [run]);

  return (
    <div className="log__earlier" ref={place}>
      <Button look="line" size="sm" busy={busy} onClick={() => void run()}>
        {busy ? 'Loading...' : 'Load earlier messages'}
      </Button>
    </div>
  );
}
