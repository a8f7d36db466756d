import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { reportError } from '../lib/report-error';
import { toast } from './toast';

interface LateProps {
  children: ReactNode;
  /** Takes back that it was opened. */
  onFail: () => void;
}

/**
 * A modal or drawer whose code is fetched when somebody opens it. When it does not come, or breaks,
 * that is told, and what lies below stays as it is, with all that was typed there.
 */
export function Late({ children, onFail }: LateProps) {
  return (
    <ErrorBoundary
      fallback={null}
      onError={(error) => {
        reportError('A part of the page failed', error);
        toast.error('This could not be opened. Reload the page and try again.');
        onFail();
      }}
    >
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}
