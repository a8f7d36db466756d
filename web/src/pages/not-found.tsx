import { Link } from 'react-router';
import { usePageTitle } from '#/shared/hooks/use-page-title';
import { paths } from '#/shared/lib/paths';
import { buttonClass } from '#/shared/ui/button';

export function NotFoundPage() {
  usePageTitle('Page not found');
  return (
    <div className="wrap notice-page">
      <h1 className="display t1">Nobody has written this page</h1>
      <p className="voice muted">The address leads to blank paper.</p>
      <Link className={buttonClass('ink')} to={paths.home.getHref()}>
        Go home
      </Link>
    </div>
  );
}
