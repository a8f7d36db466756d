import { clsx } from 'clsx';
import { Link } from 'react-router';
import { openLogin, UserMenu, useSession } from '#/features/auth';
import { paths } from '#/shared/lib/paths';
import { Button } from '#/shared/ui/button';
import { Logo } from '#/shared/ui/logo';
import { ThemeToggle } from '#/shared/ui/theme-toggle';
import { preloadModal } from './modal-host';

/** `night` lies over the home banner. */
export function Header({ night }: { night: boolean }) {
  const session = useSession();
  return (
    <header className={clsx('site-header', night && 'site-header--night')}>
      <Link to={paths.home.getHref()} aria-label="Colloquy, home">
        <Logo />
      </Link>
      <div className="site-header__side">
        <ThemeToggle />
        {session.status === 'in' ? (
          <UserMenu user={session.user} />
        ) : (
          <Button
            look="line"
            size="sm"
            onClick={() => openLogin()}
            onPointerEnter={() => preloadModal('login')}
            onFocus={() => preloadModal('login')}
          >
            LOGIN
          </Button>
        )}
      </div>
    </header>
  );
}
