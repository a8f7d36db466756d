import { Menu as MenuIcon, Search } from 'lucide-react';
import { type AuthModal, openLogin, openRegister, UserMenu, useSession } from '#/features/auth';
import { useUnread } from '#/features/notices';
import { hasCredentials } from '#/shared/browser/credentials';
import { paths } from '#/shared/lib/paths';
import { Button, type ButtonLook } from '#/shared/ui/button';
import { Link, NavLink } from '#/shared/ui/link';
import { Logo } from '#/shared/ui/logo';
import { Menu, MenuLink } from '#/shared/ui/menu';
import { ThemeToggle } from '#/shared/ui/theme-toggle';
import { preloadModal } from '../modal-host';

interface AuthButtonProps {
  /** The modal whose code is fetched on hover or focus. */
  modal: AuthModal;
  look: ButtonLook;
  onClick: () => void;
  children: string;
}

function AuthButton({ modal, look, onClick, children }: AuthButtonProps) {
  const preload = () => preloadModal(modal);
  return (
    <Button look={look} size="sm" onClick={onClick} onPointerEnter={preload} onFocus={preload}>
      {children}
    </Button>
  );
}

/**
 * The account menu of a user, or LOGIN and SIGNUP for a visitor (rule look-header). While the session is
 * unknown, an empty element of a fixed width reserves the space. So the layout shifts less (rule
 * access-public-while-checking).
 */
function HeaderAccount() {
  const session = useSession();
  const unreadCount = useUnread();
  if (session.status === 'checking' || session.status === 'unknown') {
    return <span className="site-header__account" />;
  }
  if (session.status === 'in') return <UserMenu user={session.user} unreadCount={unreadCount} />;
  return (
    <>
      <AuthButton modal="login" look="line" onClick={() => openLogin()}>
        LOGIN
      </AuthButton>
      <AuthButton modal="register" look="ink" onClick={openRegister}>
        SIGNUP
      </AuthButton>
    </>
  );
}

/** Further page paths on which a header link is marked as current, by the address of the link. */
const secondCurrentPathByHref: Readonly<Record<string, string>> = {
  [paths.characters.getHref()]: paths.tag.path,
};

type HeaderLink = readonly [label: string, href: string];

/**
 * The links of the header. The link Chats is shown to a signed-in user. While the session is checked, it is
 * shown if the browser has stored credentials.
 */
function useHeaderLinks(): readonly HeaderLink[] {
  const { status } = useSession();
  const mayBeSignedIn = status === 'in' || (status === 'checking' && hasCredentials());
  const links: readonly HeaderLink[] = [
    ['Characters', paths.characters.getHref()],
    ['Blog', paths.blog.getHref()],
  ];
  return mayBeSignedIn ? [...links, ['Chats', paths.chats.getHref()]] : links;
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
          <NavLink key={href} to={href} secondCurrentPath={secondCurrentPathByHref[href]}>
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
                <MenuLink key={href} to={href} secondCurrentPath={secondCurrentPathByHref[href]}>
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
