import { paths } from '#/shared/lib/paths';
import { Dialog, DialogTitle } from '#/shared/ui/dialog';
import { Link } from '#/shared/ui/link';
import { Logo } from '#/shared/ui/logo';
import { Sidebar, type SidebarProps } from './sidebar';

interface AccountDrawerProps extends SidebarProps {
  onClose: () => void;
}

/** The sidebar on small screens: a modal drawer at the left edge (rule account-drawer). */
export function AccountDrawer({ onClose, ...sidebar }: AccountDrawerProps) {
  return (
    <Dialog className="account-drawer" onClose={onClose}>
      <div className="visually-hidden">
        <DialogTitle>Account menu</DialogTitle>
      </div>
      <div className="account-drawer__top">
        <Link to={paths.home.getHref()} aria-label="Colloquy, home">
          <Logo />
        </Link>
      </div>
      <Sidebar {...sidebar} />
    </Dialog>
  );
}
