import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { reportError } from '../lib/report-error';
import { SpinnerLines } from './spinner';
import { toast } from './toast';

/** Delay (ms) before the spinner is shown. */
const spinnerDelayMs = 300;

/** The spinner over the page while code is fetched. It ignores presses, so that the page stays usable. */
function LateSpinner() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), spinnerDelayMs);
    return () => clearTimeout(timer);
  }, []);
  if (!shown) return null;
  return (
    <div className="late-spinner" role="status">
      <SpinnerLines />
    </div>
  );
}

interface LazyOverlayProps {
  children: ReactNode;
  /** Called after a failure. It must reset the state that opened the overlay. */
  onFail: () => void;
}

/**
 * A modal or drawer whose code is fetched when it is opened. After a failure to fetch or render, a toast is
 * shown. The page below then keeps its state and typed text.
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
      <Suspense fallback={<LateSpinner />}>{children}</Suspense>
    </ErrorBoundary>
  );
}
