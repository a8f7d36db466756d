import { ArrowRight } from 'lucide-react';
import { usePageTitle } from '#/shared/hooks/use-page-title';
import { paths } from '#/shared/lib/paths';
import { buttonClass } from '#/shared/ui/button';
import { Link } from '#/shared/ui/link';
import { NotFound } from '#/shared/ui/not-found';

/** The page of an unknown address, with links to the characters and home (rule look-unknown-address). */
export function NotFoundPage() {
  usePageTitle('Page not found');
  return (
    <NotFound
      statusCode="404"
      title="Nobody speaks on this page"
      text="The line went flat before it became a face. The address may be misspelt, or whoever lived here has moved."
    >
      <div className="not-found__ways">
        <Link className={buttonClass('talk', 'lg')} to={paths.characters.getHref()}>
          Meet the Characters
          <ArrowRight size={18} aria-hidden="true" />
        </Link>
        <Link className={buttonClass('line', 'lg')} to={paths.home.getHref()}>
          Home
        </Link>
      </div>
    </NotFound>
  );
}
