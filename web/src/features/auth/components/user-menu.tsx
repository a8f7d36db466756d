import { useMutation } from '@tanstack/react-query';
import { ChevronDown, LogOut, MessagesSquare } from 'lucide-react';
import { errorMessage } from '#/shared/api/errors';
import type { User } from '#/shared/api/types';
import { paths } from '#/shared/lib/paths';
import { Initial } from '#/shared/ui/initial';
import { Menu, MenuItem, MenuLink } from '#/shared/ui/menu';
import { toast } from '#/shared/ui/toast';
import { displayName } from '../display-name';
import { messages } from '../messages';
import { useLogout } from '../session';

/** The header's menu of a signed-in user. */
export function UserMenu({ user }: { user: User }) {
  const logout = useLogout();
  const leaving = useMutation({
    mutationFn: logout,
    onError: (error) => toast.error(errorMessage(error, messages.logoutFailed)),
  });
  const name = displayName(user);
  return (
    <Menu
      label={`${name}: user menu`}
      triggerClassName="user-button"
      trigger={
        <>
          <Initial name={name} />
          <span className="user-button__name">{name}</span>
          <ChevronDown size={16} aria-hidden="true" />
        </>
      }
    >
      <div className="menu__head">
        <p>{name}</p>
        <p className="small muted">{user.email}</p>
      </div>
      <MenuLink to={paths.chats.getHref()}>
        <MessagesSquare size={18} aria-hidden="true" />
        Chats
      </MenuLink>
      <MenuItem onClick={() => leaving.mutate()}>
        <LogOut size={18} aria-hidden="true" />
        Logout
      </MenuItem>
    </Menu>
  );
}
