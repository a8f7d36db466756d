import type { FallbackProps } from 'react-error-boundary';
import { paths } from '#/shared/lib/paths';
import { buttonClass } from '#/shared/ui/button';
import { FailedRead } from '#/shared/ui/failed';

/** Replaces a page that failed to render inside the layout; the header stays usable. */
export function PageError({ resetErrorBoundary }: FallbackProps) {
  return (
    <FailedRead
      size="page"
      title="This page broke off"
      help="The rest still works."
      onRetry={resetErrorBoundary}
    />
  );
}

/** Replaces the whole app when it has failed to render. Its link is a plain one, because the router may have failed. */
export function AppError() {
  return (
    <main className="wrap notice-page" role="alert">
      <h1 className="display t1">The page broke off</h1>
      <p className="muted">Something failed that should not have.</p>
      <a className={buttonClass('ink')} href={paths.home.getHref()}>
        Start again
      </a>
    </main>
  );
}
