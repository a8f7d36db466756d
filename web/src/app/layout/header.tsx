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

interface DoorButtonProps {
  /** Fetched on hover or focus. */
  modal: AuthModal;
  look: ButtonLook;
  onClick: () => void;
  children: string;
}

function DoorButton({ modal, look, onClick, children }: DoorButtonProps) {
  const preload = () => preloadModal(modal);
  return (
    <Button look={look} size="sm" onClick={onClick} onPointerEnter={preload} onFocus={preload}>
      {children}
    </Button>
  );
}

/** The account menu, or LOGIN and SIGNUP. Empty, but as wide, while the user is unknown, so that nothing shifts. */
function HeaderAccount() {
  const session = useSession();
  const unread = useUnread();
  if (session.status === 'checking' || session.status === 'unknown') {
    return <span className="site-header__account" />;
  }
  if (session.status === 'in') return <UserMenu user={session.user} unread={unread} />;
  return (
    <>
      <DoorButton modal="login" look="line" onClick={() => openLogin()}>
        LOGIN
      </DoorButton>
      <DoorButton modal="register" look="ink" onClick={openRegister}>
        SIGNUP
      </DoorButton>
    </>
  );
}

/** Paths of pages that belong to the page of a link: the link is marked there too. */
const sections: Readonly<Record<string, string>> = {
  [paths.characters.getHref()]: paths.tag.path,
};

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
          <NavLink key={href} to={href} section={sections[href]}>
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
                <MenuLink key={href} to={href} section={sections[href]}>
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
