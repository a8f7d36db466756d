import { useMutation } from '@tanstack/react-query';
import { ChevronsUpDown, LogOut, Moon, Sun } from 'lucide-react';
import { displayName, useLogout } from '#/features/auth';
import { errorMessage } from '#/shared/api/errors';
import type { User } from '#/shared/api/types';
import { toggleTheme, useTheme } from '#/shared/lib/theme';
import { Initial } from '#/shared/ui/coin';
import { Menu, MenuItem } from '#/shared/ui/menu';
import { toast } from '#/shared/ui/toast';
import { texts } from '../texts';

/** The account menu at the foot of the sidebar (rule chat-sidebar-account). */
export function AccountMenu({ user }: { user: User }) {
  const logout = useLogout();
  const leaving = useMutation({
    mutationFn: logout,
    onError: (error) => toast.error(errorMessage(error, texts.logoutFailed)),
  });
  const dark = useTheme() === 'dark';
  const name = displayName(user);
  const ThemeIcon = dark ? Sun : Moon;
  return (
    <div className="chat-side__account">
      <Menu
        side="up"
        label={`${name} ${user.email}: account menu`}
        triggerClassName="account-button"
        trigger={
          <>
            <Initial name={name} />
            <span className="account-button__words">
              <span className="account-button__name">{name}</span>{' '}
              <span className="small faint">{user.email}</span>
            </span>
            <ChevronsUpDown size={16} aria-hidden="true" />
          </>
        }
      >
        <div className="menu__head">
          <p>{name}</p>
          <p className="small muted">{user.email}</p>
        </div>
        <MenuItem onClick={toggleTheme}>
          <ThemeIcon size={18} aria-hidden="true" />
          {dark ? 'Use light theme' : 'Use dark theme'}
        </MenuItem>
        <MenuItem onClick={() => leaving.mutate()}>
          <LogOut size={18} aria-hidden="true" />
          Sign out
        </MenuItem>
      </Menu>
    </div>
  );
}
