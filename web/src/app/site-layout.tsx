import { ErrorBoundary } from 'react-error-boundary';
import { Outlet, useLocation } from 'react-router';
import { paths } from '#/shared/lib/paths';
import { reportError } from '#/shared/lib/report-error';
import { Logo } from '#/shared/ui/logo';
import { BackToTop } from './back-to-top';
import { SectionError } from './error-page';
import { Header } from './header';

/** Header, page and footer of every screen but the chat. */
export function SiteLayout() {
  const { pathname } = useLocation();
  return (
    <div className="site">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Header night={pathname === paths.home.path} />
      <main className="site__main" id="main" tabIndex={-1}>
        <ErrorBoundary
          FallbackComponent={SectionError}
          resetKeys={[pathname]}
          onError={(error) => reportError('Page failed', error)}
        >
          <Outlet />
        </ErrorBoundary>
      </main>
      <BackToTop />
      <footer className="site-footer">
        <div className="wrap">
          <Logo />
          <p className="site-footer__line">© 2025 Colloquy</p>
        </div>
      </footer>
    </div>
  );
}
