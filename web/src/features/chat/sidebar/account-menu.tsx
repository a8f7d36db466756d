import { ChevronsUpDown, Moon, Sun } from 'lucide-react';
import { displayName, AccountMenu as Menu } from '#/features/auth';
import { useUnread } from '#/features/notices';
import type { User } from '#/shared/api/types';
import { toggleTheme, useTheme } from '#/shared/browser/theme';
import { unreadText } from '#/shared/format/unread-text';
import { CountBadge } from '#/shared/ui/count-badge';
import { MenuItem } from '#/shared/ui/menu';
import { UserPicture } from '#/shared/ui/user-picture';

/** The account menu at the foot of the sidebar (rule chat-sidebar-account). */
export function SidebarAccountMenu({ user }: { user: User }) {
  const isDark = useTheme() === 'dark';
  const name = displayName(user);
  const unreadCount = useUnread();
  const ThemeIcon = isDark ? Sun : Moon;
  return (
    <div className="chat-side__account">
      <Menu
        user={user}
        unreadCount={unreadCount}
        side="up"
        label={`${name} ${user.email}: account menu${unreadCount > 0 ? `, ${unreadText(unreadCount)}` : ''}`}
        triggerClassName="account-button"
        trigger={
          <>
            <span className="account-button__picture">
              <UserPicture name={name} src={user.avatar} />
              <CountBadge count={unreadCount} />
            </span>
            <span className="account-button__words">
              <span className="account-button__name">{name}</span>{' '}
              <span className="small faint">{user.email}</span>
            </span>
            <ChevronsUpDown size={16} aria-hidden="true" />
          </>
        }
      >
        <MenuItem onClick={toggleTheme}>
          <ThemeIcon size={18} aria-hidden="true" />
          {isDark ? 'Use light theme' : 'Use dark theme'}
        </MenuItem>
      </Menu>
    </div>
  );
}
