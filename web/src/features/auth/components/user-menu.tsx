import { ChevronDown, MessagesSquare } from 'lucide-react';
import type { User } from '#/shared/api/types';
import { paths } from '#/shared/lib/paths';
import { MenuLink } from '#/shared/ui/menu';
import { UserPicture } from '#/shared/ui/user-picture';
import { displayName } from '../model/display-name';
import { AccountMenu } from './account-menu';
import '../styles/user-menu.css';

/** The header's menu of a signed-in user. */
export function UserMenu({ user }: { user: User }) {
  const name = displayName(user);
  return (
    <AccountMenu
      user={user}
      label={`${name}: user menu`}
      triggerClassName="user-button"
      trigger={
        <>
          <UserPicture name={name} src={user.avatar} />
          <span className="user-button__name">{name}</span>
          <ChevronDown size={16} aria-hidden="true" />
        </>
      }
    >
      <MenuLink to={paths.chats.getHref()}>
        <MessagesSquare size={18} aria-hidden="true" />
        Chats
      </MenuLink>
    </AccountMenu>
  );
}
