import { Search } from 'lucide-react';
import { openLogin, UserMenu, useSession } from '#/features/auth';
import { paths } from '#/shared/lib/paths';
import { Button } from '#/shared/ui/button';
import { Link, NavLink } from '#/shared/ui/link';
import { Logo } from '#/shared/ui/logo';
import { ThemeToggle } from '#/shared/ui/theme-toggle';
import { preloadModal } from './modal-host';

/** Keeps its room empty while the first check of the user runs, so that nothing moves after it. */
function Account() {
  const session = useSession();
  if (session.status === 'checking') return <span className="site-header__account" />;
  if (session.status === 'in') return <UserMenu user={session.user} />;
  return (
    <Button
      look="line"
      size="sm"
      onClick={() => openLogin()}
      onPointerEnter={() => preloadModal('login')}
      onFocus={() => preloadModal('login')}
    >
      LOGIN
    </Button>
  );
}

export function Header() {
  return (
    <header className="site-header">
      <Link to={paths.home.getHref()} aria-label="Colloquy, home">
        <Logo />
      </Link>
      <nav className="site-nav" aria-label="Main">
        <NavLink to={paths.characters.getHref()}>Characters</NavLink>
        <NavLink to={paths.blog.getHref()}>Blog</NavLink>
      </nav>
      <div className="site-header__side">
        <Link
          className="icon-btn site-header__search"
          to={paths.characters.getHref()}
          aria-label="Search Characters"
        >
          <Search size={18} aria-hidden="true" />
        </Link>
        <ThemeToggle />
        <Account />
      </div>
    </header>
  );
}
