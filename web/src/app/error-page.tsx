import type { FallbackProps } from 'react-error-boundary';
import { paths } from '#/shared/lib/paths';
import { buttonClass } from '#/shared/ui/button';
import { Failed } from '#/shared/ui/failed';

/** A page that failed inside the layout: the header stays usable. */
export function SectionError({ resetErrorBoundary }: FallbackProps) {
  return (
    <Failed
      size="page"
      title="This page broke off"
      help="The rest still works."
      onRetry={resetErrorBoundary}
    />
  );
}

/** The last boundary. A plain link, because the router may be what failed. */
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
