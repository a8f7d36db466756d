import { clsx } from 'clsx';
import { LayoutGrid, PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react';
import { useState } from 'react';
import { openLogin, openRegister } from '#/features/auth';
import type { User } from '#/shared/api/types';
import { paths } from '#/shared/lib/paths';
import { Button } from '#/shared/ui/button';
import { IconButton } from '#/shared/ui/icon-button';
import { Link } from '#/shared/ui/link';
import { Logo } from '#/shared/ui/logo';
import { texts } from '../texts';
import { SidebarAccountMenu } from './account-menu';
import { SessionList } from './session-list';

interface SidebarProps {
  user: User;
  /** False once the login has ended. */
  isSignedIn: boolean;
  activeSlug: string;
  /** True to show portraits only. */
  isCollapsed: boolean;
  /** Called to toggle `isCollapsed` or, if the sidebar is an overlay, to close it. */
  onToggle: () => void;
  onChoose: () => void;
}

function CollapseButton({ isCollapsed, onToggle }: Pick<SidebarProps, 'isCollapsed' | 'onToggle'>) {
  const Icon = isCollapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <IconButton
      label={isCollapsed ? 'Open sidebar' : 'Close sidebar'}
      aria-expanded={!isCollapsed}
      onClick={onToggle}
    >
      <Icon size={18} aria-hidden="true" />
    </IconButton>
  );
}

/** Replaces the account menu after the login has ended (rule chat-sidebar-account). */
function SignedOutButtons() {
  return (
    <div className="chat-side__account chat-side__login">
      <Button look="line" size="sm" onClick={() => openLogin()}>
        LOGIN
      </Button>
      <Button look="ink" size="sm" onClick={() => openRegister()}>
        SIGNUP
      </Button>
    </div>
  );
}

/** The sidebar: the user's conversations and account menu. */
export function Sidebar({
  user,
  isSignedIn,
  activeSlug,
  isCollapsed,
  onToggle,
  onChoose,
}: SidebarProps) {
  const [search, setSearch] = useState('');
  return (
    <aside
      className={clsx('chat-side', isCollapsed && 'chat-side--collapsed')}
      aria-label="Sidebar"
    >
      <div className="chat-side__top">
        {!isCollapsed && (
          <Link to={paths.home.getHref()} aria-label="Colloquy, home">
            <Logo />
          </Link>
        )}
        <CollapseButton isCollapsed={isCollapsed} onToggle={onToggle} />
      </div>
      {!isCollapsed && isSignedIn && (
        <div className="chat-side__search">
          <Search size={16} aria-hidden="true" />
          <input
            type="search"
            className="input"
            placeholder={texts.search}
            aria-label={texts.search}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
      )}
      <Link
        className="chat-side__all"
        to={paths.characters.getHref()}
        aria-label={isCollapsed ? texts.allCharacters : undefined}
        title={isCollapsed ? texts.allCharacters : undefined}
      >
        <LayoutGrid size={18} aria-hidden="true" />
        {!isCollapsed && texts.allCharacters}
      </Link>
      <nav className="chat-side__list" aria-label="Chats">
        <SessionList
          userId={user.id}
          activeSlug={activeSlug}
          isCollapsed={isCollapsed}
          search={isCollapsed ? '' : search}
          onChoose={onChoose}
        />
      </nav>
      {isSignedIn ? <SidebarAccountMenu user={user} /> : <SignedOutButtons />}
    </aside>
  );
}
