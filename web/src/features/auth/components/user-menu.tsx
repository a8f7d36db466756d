import { ChevronDown, MessagesSquare } from 'lucide-react';
import type { User } from '#/shared/api/types';
import { unreadText } from '#/shared/format/unread-text';
import { paths } from '#/shared/lib/paths';
import { CountBadge } from '#/shared/ui/count-badge';
import { MenuLink } from '#/shared/ui/menu';
import { UserPicture } from '#/shared/ui/user-picture';
import { displayName } from '../model/display-name';
import { AccountMenu } from './account-menu';
import '../styles/user-menu.css';

interface UserMenuProps {
  user: User;
  /** Number of unread notices. */
  unreadCount: number;
}

/** The header's menu of a signed-in user. It leads to the chats, too (rule account-menu-entry). */
export function UserMenu({ user, unreadCount }: UserMenuProps) {
  const name = displayName(user);
  return (
    <AccountMenu
      user={user}
      unreadCount={unreadCount}
      label={`${name}: user menu${unreadCount > 0 ? `, ${unreadText(unreadCount)}` : ''}`}
      triggerClassName="user-button"
      trigger={
        <>
          <span className="user-button__picture">
            <UserPicture name={name} src={user.avatar} />
            <CountBadge count={unreadCount} />
          </span>
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
