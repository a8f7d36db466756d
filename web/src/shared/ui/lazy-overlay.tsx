import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { reportError } from '../lib/report-error';
import { SpinnerLines } from './spinner';
import { toast } from './toast';

/** Code that comes sooner than this, in ms, needs no sign of waiting. */
const patience = 300;

/** Says over the page that something is on its way. It cannot be pressed, so that nothing is lost. */
function Waiting() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), patience);
    return () => clearTimeout(timer);
  }, []);
  if (!shown) return null;
  return (
    <div className="late" role="status">
      <SpinnerLines />
    </div>
  );
}

interface LazyOverlayProps {
  children: ReactNode;
  /** Takes back that it was opened. */
  onFail: () => void;
}

/**
 * A modal or drawer whose code is fetched when somebody opens it. When it does not come, or breaks,
 * that is told, and what lies below stays as it is, with all that was typed there.
 */
export function LazyOverlay({ children, onFail }: LazyOverlayProps) {
  return (
    <ErrorBoundary
      fallback={null}
      onError={(error) => {
        reportError('A part of the page failed', error);
        toast.error('This could not be opened. Reload the page and try again.');
        onFail();
      }}
    >
      <Suspense fallback={<Waiting />}>{children}</Suspense>
    </ErrorBoundary>
  );
}
