import { ChevronsUpDown, Moon, Sun } from 'lucide-react';
import { displayName, AccountMenu as Menu } from '#/features/auth';
import type { User } from '#/shared/api/types';
import { toggleTheme, useTheme } from '#/shared/browser/theme';
import { MenuItem } from '#/shared/ui/menu';
import { UserPicture } from '#/shared/ui/user-picture';

/** The account menu at the foot of the sidebar (rule chat-sidebar-account). */
export function AccountMenu({ user }: { user: User }) {
  const dark = useTheme() === 'dark';
  const name = displayName(user);
  const ThemeIcon = dark ? Sun : Moon;
  return (
    <div className="chat-side__account">
      <Menu
        user={user}
        side="up"
        label={`${name} ${user.email}: account menu`}
        triggerClassName="account-button"
        trigger={
          <>
            <UserPicture name={name} src={user.avatar} />
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
          {dark ? 'Use light theme' : 'Use dark theme'}
        </MenuItem>
      </Menu>
    </div>
  );
}
