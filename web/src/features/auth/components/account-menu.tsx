import { Bell, LogOut, UserRound } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import type { User } from '#/shared/api/types';
import { paths } from '#/shared/lib/paths';
import { Menu, MenuItem, MenuLink } from '#/shared/ui/menu';
import { useLogout } from '../api/session-mutations';
import { displayName } from '../model/display-name';

interface AccountMenuProps
  extends Pick<ComponentProps<typeof Menu>, 'label' | 'trigger' | 'triggerClassName' | 'side'> {
  user: User;
  /** Number of unread notices. */
  unreadCount: number;
  /** Menu items between Profile and the sign-out. */
  children: ReactNode;
}

/** The menu of a signed-in user (rule account-menu-entry). The header and the chat pass their own button and items. */
export function AccountMenu({ user, unreadCount, children, ...menu }: AccountMenuProps) {
  const logout = useLogout();
  return (
    <Menu {...menu}>
      <div className="menu__head">
        <p>{displayName(user)}</p>
        <p className="small muted">{user.email}</p>
      </div>
      <MenuLink to={paths.account.getHref('profile')}>
        <UserRound size={18} aria-hidden="true" />
        Profile
      </MenuLink>
      <MenuLink to={paths.account.getHref('notifications')}>
        <Bell size={18} aria-hidden="true" />
        Notifications
        {unreadCount > 0 && <span className="muted num">{unreadCount}</span>}
      </MenuLink>
      {children}
      <MenuItem onClick={() => logout.mutate()}>
        <LogOut size={18} aria-hidden="true" />
        Sign out
      </MenuItem>
    </Menu>
  );
}
