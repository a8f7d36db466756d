import { ArrowRight } from 'lucide-react';
import { usePageTitle } from '#/shared/hooks/use-page-title';
import { paths } from '#/shared/lib/paths';
import { useTheme } from '#/shared/lib/theme';
import { buttonClass } from '#/shared/ui/button';
import { Link } from '#/shared/ui/link';

/** An address that leads nowhere: the engraving has not risen. */
export function NotFoundPage() {
  usePageTitle('Page not found');
  const cut = useTheme() === 'dark' ? 'not-found-dark' : 'not-found';
  return (
    <div className="not-found">
      <img
        className="not-found__engraving"
        src={`/portraits/${cut}.webp`}
        alt=""
        width={680}
        height={688}
        decoding="async"
      />
      <div className="wrap not-found__words">
        <p className="display num not-found__number" aria-hidden="true">
          404
        </p>
        <h1 className="display t1">Nobody speaks on this page</h1>
        <p className="voice muted">
          The line went flat before it became a face. The address may be misspelt, or whoever lived
          here has moved.
        </p>
        <div className="not-found__ways">
          <Link className={buttonClass('talk', 'lg')} to={paths.characters.getHref()}>
            Meet the Characters
            <ArrowRight size={18} aria-hidden="true" />
          </Link>
          <Link className={buttonClass('line', 'lg')} to={paths.home.getHref()}>
            Home
          </Link>
        </div>
      </div>
    </div>
  );
}
