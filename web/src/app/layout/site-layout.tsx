import { Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Outlet, useLocation } from 'react-router';
import { paths } from '#/shared/lib/paths';
import { reportError } from '#/shared/lib/report-error';
import { Spinner } from '#/shared/ui/spinner';
import { PageError } from '../error-page';
import { BackToTop } from './back-to-top';
import { Footer } from './footer';
import { Header } from './header';
import './styles/site.css';

/**
 * Header, page and footer. All screens except the chat use it. The pages of the blog show no categories in
 * the footer (rule home-footer).
 */
export function SiteLayout() {
  const { pathname } = useLocation();
  return (
    <div className="site">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Header />
      <main className="site__main" id="main" tabIndex={-1}>
        <ErrorBoundary
          FallbackComponent={PageError}
          resetKeys={[pathname]}
          onError={(error) => reportError('Page failed', error)}
        >
          <Suspense fallback={<Spinner />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <BackToTop />
      <Footer showsCategories={!pathname.startsWith(paths.blog.path)} />
    </div>
  );
}
