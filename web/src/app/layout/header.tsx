import { Menu as MenuIcon, Search } from 'lucide-react';
import { openLogin, UserMenu, useSession } from '#/features/auth';
import { hasCredentials } from '#/shared/browser/credentials';
import { paths } from '#/shared/lib/paths';
import { Button } from '#/shared/ui/button';
import { Link, NavLink } from '#/shared/ui/link';
import { Logo } from '#/shared/ui/logo';
import { Menu, MenuLink } from '#/shared/ui/menu';
import { ThemeToggle } from '#/shared/ui/theme-toggle';
import { preloadModal } from '../modal-host';

/** The account menu or LOGIN. Empty, but as wide, while the user is unknown, so that nothing shifts. */
function HeaderAccount() {
  const session = useSession();
  if (session.status === 'checking' || session.status === 'unknown') {
    return <span className="site-header__account" />;
  }
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

type HeaderLink = readonly [label: string, href: string];

/** The links of the header. Chats is shown to users and, during the first check, if there are credentials. */
function useHeaderLinks(): readonly HeaderLink[] {
  const { status } = useSession();
  const mayChat = status === 'in' || (status === 'checking' && hasCredentials());
  const links: readonly HeaderLink[] = [
    ['Characters', paths.characters.getHref()],
    ['Blog', paths.blog.getHref()],
  ];
  return mayChat ? [...links, ['Chats', paths.chats.getHref()]] : links;
}

export function Header() {
  const links = useHeaderLinks();
  return (
    <header className="site-header">
      <Link to={paths.home.getHref()} aria-label="Colloquy, home">
        <Logo />
      </Link>
      <nav className="site-nav" aria-label="Main">
        {links.map(([label, href]) => (
          <NavLink key={href} to={href}>
            {label}
          </NavLink>
        ))}
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
        <HeaderAccount />
        <div className="site-header__menu">
          <Menu
            label="Menu"
            trigger={<MenuIcon size={20} aria-hidden="true" />}
            triggerClassName="icon-btn"
          >
            <nav aria-label="Main">
              {links.map(([label, href]) => (
                <MenuLink key={href} to={href}>
                  {label}
                </MenuLink>
              ))}
            </nav>
          </Menu>
        </div>
      </div>
    </header>
  );
}
