import { useLocation } from 'react-router';
import { ContactScreen, StaticPageScreen } from '#/features/content';
import { paths } from '#/shared/lib/paths';
import { NotFoundPage } from './not-found';

/** The nine static pages. The server's key of a page is its path without the slash. */
export function StaticPage() {
  const { pathname } = useLocation();
  const notFoundElement = <NotFoundPage />;
  if (pathname.replace(/\/$/, '') === paths.contact.path)
    return <ContactScreen notFound={notFoundElement} />;
  return <StaticPageScreen page={pathname.replaceAll('/', '')} notFound={notFoundElement} />;
}
